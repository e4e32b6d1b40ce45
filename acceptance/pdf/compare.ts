import { asPrinted, type ExpectedEntry, stampOf } from './expected.ts';
import { findTags, type PdfReading, type Tag } from './read-pdf.ts';

const withoutBlanks = (text: string) => text.replace(/\s/g, '');

/**
 * Compares the cover's rows and every vendor's page with the service's responses. Returns descriptions of the
 * differences.
 */
export function compareEntries({ tree, text }: PdfReading, expected: readonly ExpectedEntry[]): string[] {
  const [cover, ...pages] = findTags(tree, 'Sect');
  const rows = cover ? findTags([cover], 'TR').slice(1) : [];
  if (rows.length !== expected.length || pages.length !== expected.length)
    return [`${rows.length} rows and ${pages.length} pages for ${expected.length} entries`];
  const seen = withoutBlanks(text);
  return expected.flatMap((entry, index) => [
    ...compareRow(index + 1, rows[index], entry),
    ...comparePage(index + 1, pages[index], entry, expected.length),
    ...compareDocuments(index + 1, pages[index], entry),
    // The tags could contain text that is not printed.
    ...[entry.name, entry.receipt].flatMap((each) =>
      seen.includes(withoutBlanks(asPrinted(each))) ? [] : [`"${each}" is not seen`],
    ),
  ]);
}

function compareRow(number: number, row: Tag | undefined, entry: ExpectedEntry): string[] {
  const cells = row?.children.map(textOf) ?? [];
  const { name, verdict, license, expires, receipt, documents = cells[6] ?? '' } = entry;
  // The cover of a checked list does not have a documents column, because no vendor was asked for documents.
  const known = cells.length > 6 ? [documents] : [];
  const wanted = [String(number), asPrinted(name), stampOf(verdict), license, expires, receipt, ...known];
  return wanted.flatMap((want, index) =>
    cells[index] === withoutBlanks(want) ? [] : [`row ${number}: "${cells[index]}" instead of "${want}"`],
  );
}

function comparePage(number: number, page: Tag | undefined, entry: ExpectedEntry, of: number): string[] {
  const all = page ? textOf(page) : '';
  const heading = page ? findTags([page], 'H2').map(textOf).join() : '';
  const { name, verdict, receipt, says } = entry;
  const wanted = [
    `No. ${number} of ${of}`,
    stampOf(verdict),
    ...(receipt === 'None' ? [] : [receipt]),
    ...says,
  ];
  return [
    ...(heading === withoutBlanks(asPrinted(name))
      ? []
      : [`page ${number}: "${heading}" instead of "${name}"`]),
    ...wanted.flatMap((want) =>
      all.includes(withoutBlanks(asPrinted(want)).replace(/^□/, '')) || all.includes(withoutBlanks(want))
        ? []
        : [`page ${number} (${name}) lacks "${want}"`],
    ),
  ];
}

/**
 * Checks that each document appears once and in order, with its state. Its sentence must be the same as on
 * the service's page, or empty if that page does not have one.
 */
function compareDocuments(number: number, page: Tag | undefined, entry: ExpectedEntry): string[] {
  const { name, documentRows: wanted, documentPage = '' } = entry;
  if (!wanted) return [];
  const isOfDocuments = (table: Tag) => textOf(table).startsWith('DocumentStateDetail');
  const tables = page ? findTags([page], 'Table').filter(isOfDocuments) : [];
  const rows = findTags(tables, 'TR').filter((row) => !textOf(row).startsWith('DocumentStateDetail'));
  const seen = withoutBlanks(withoutEntities(documentPage.replace(/<[^>]*>/g, '')));
  const where = `page ${number} (${name})`;
  if (rows.length !== wanted.length)
    return [`${where}: ${rows.length} documents instead of ${wanted.length}`];
  return wanted.flatMap((want, index) => {
    const [box = '', state = '', detail = ''] = rows[index]?.children.map(textOf) ?? [];
    const isSame = box === withoutBlanks(want.name) && state === withoutBlanks(want.state);
    const isSaid =
      want.state === 'To collect'
        ? detail === '' || detail === 'Notreceivedyet.'
        : detail !== '' && seen.includes(detail);
    return [
      ...(isSame ? [] : [`${where}: "${box}" "${state}" instead of "${want.name}" "${want.state}"`]),
      ...(isSaid ? [] : [`${where}: ${want.name}: "${detail}" is not what the page says`]),
    ];
  });
}

function withoutEntities(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

function textOf(tag: Tag): string {
  return withoutBlanks(tag.text + tag.children.map(textOf).join(''));
}
