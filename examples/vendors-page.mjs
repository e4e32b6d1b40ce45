// Makes the page of an event's vendors, each with its badge: the badge shows the grade as it is whenever somebody looks.
//
//   node vendors-page.mjs https://… MFD5890001 MFD5890002 > vendors.html
//
// Node 20 or later, no package.
const [service = '', ...numbers] = process.argv.slice(2);
if (numbers.length === 0) {
  console.error('Name the address of the service and at least one license number.');
  process.exit(2);
}
const base = service.replace(/\/+$/, '');

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const quoted = (text) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]);

async function find(number) {
  const answer = await fetch(`${base}/api/vendors?${new URLSearchParams({ q: number, limit: '1' })}`);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  const [vendor] = body;
  // A search also finds what is only similar.
  if (vendor?.license.number !== number) throw new Error(`${number} is not on record`);
  return vendor;
}

function item({ id, name }) {
  const [page, badge] = [`${base}/vendor/${id}`, `${base}/api/badge/${id}`];
  return `<li><a href="${quoted(page)}"><img src="${quoted(badge)}" alt="Inspection record of ${quoted(name)}" height="20"></a> ${quoted(name)}</li>`;
}

const vendors = await Promise.all(numbers.map(find));
console.log(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Our vendors</title>
<h1>Our vendors</h1>
<ul>
${vendors.map(item).join('\n')}
</ul>
</html>`);
