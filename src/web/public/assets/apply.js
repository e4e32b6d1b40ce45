// Looks up the license number while it is typed. The form also works without this script.
const PAUSE_MS = 400;
const isSpanish = document.documentElement.lang === 'es';
const address = isSpanish ? '/es/license-lookup' : '/license-lookup';
const number = document.getElementById('license_number');
const business = document.getElementById('business_name');
const shown = document.getElementById('license-found');

let timer;
let filled = '';
let asked;

if (number && business && shown) {
  number.addEventListener('input', () => {
    clearTimeout(timer);
    asked?.abort();
    timer = setTimeout(lookUp, PAUSE_MS);
  });
  // If the server returned the form with an error about the number, the page already says what is wrong.
  if (number.value.trim() !== '' && number.getAttribute('aria-invalid') !== 'true') lookUp();
}

async function lookUp() {
  const typed = number.value.trim();
  if (typed.normalize('NFKC').replace(/\D/g, '').length < 5) {
    shown.textContent = '';
    return;
  }
  asked = new AbortController();
  const { signal } = asked;
  try {
    const answer = await fetch(`${address}?${new URLSearchParams({ number: typed })}`, { signal });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const found = await answer.json();
    if (!signal.aborted) show(found);
  } catch {
    // A failed lookup must not keep an applicant from applying.
    if (!signal.aborted) shown.textContent = '';
  }
}

function show(found) {
  if (found.status !== 'found') {
    shown.textContent = found.text;
    return;
  }
  const onRecord = isSpanish ? 'En los registros' : 'On record';
  shown.textContent = `${onRecord}: ${found.license_number}, ${found.name}${found.city ? `, ${found.city}` : ''}.`;
  // Overwrites only a name that this script filled in, never one that the user typed.
  if (business.value === '' || business.value === filled) {
    business.value = found.name;
    filled = found.name;
  }
}
