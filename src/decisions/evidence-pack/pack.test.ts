import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decision } from '../../../test/pages/support/decision-samples.ts';
import { readPdfText } from '../../../test/support/pdf-text.ts';
import { sampleClaims } from '../../../test/support/receipt-samples.ts';
import { verdictText } from '../decide/decision-words.ts';
import { readPackFonts } from './fonts-service.ts';
import type { EvidencePack, PackEntry } from './pack.ts';
import { drawPack } from './render-pack.ts';
import { createPackRenderer } from './service.ts';
import { toSheet } from './sheet.ts';

const DOCUMENTS = [
  {
    code: 'license_copy',
    name: 'Copy of the state license',
    state: 'confirmed',
    detail: 'until June 1, 2027',
  },
  {
    code: 'insurance',
    name: 'Certificate of insurance',
    state: 'rejected',
    detail: 'Ends before the event.',
  },
  { code: 'propane', name: 'Propane declaration', state: 'waived' },
] as const;
const NOTES = ['Approved against DECLINE: they reopen in April.'];

function packOf(entries: readonly PackEntry[], changes: Partial<EvidencePack> = {}): EvidencePack {
  return {
    title: 'Compliance file: Spring Night',
    event: { name: 'Spring Night', type: 'Festival', dates: 'April 10, 2026', place: 'Lake Eola Park' },
    madeAt: '2026-03-16T15:00:00.000Z',
    issuer: 'https://vendors.example',
    entries,
    fictional: false,
    ...changes,
  };
}

const decided = (changes: Parameters<typeof decision>[0] = {}): PackEntry => ({
  kind: 'decided',
  decision: decision(changes),
  documents: DOCUMENTS,
  notes: NOTES,
});
const named = (name: string): PackEntry => decided({ vendor: { ...decision().vendor, name } });
const undecided: PackEntry = {
  kind: 'undecided',
  line: 'flamngo <arepas>',
  reason: 'No vendor has this number.',
};

const fonts = readPackFonts();
const draw = async (pack: EvidencePack) => {
  const bytes = await drawPack(pack, { fonts, compress: false });
  return { lines: readPdfText(bytes), source: Buffer.from(bytes).toString('latin1') };
};
const withoutBlanks = (text: string) => text.replace(/\s/g, '');

describe('an evidence pack', () => {
  test('has the same bytes for the same content, and different bytes for different content', async () => {
    const pack = packOf([decided(), undecided]);
    const [first, again, other] = await Promise.all([
      drawPack(pack, { fonts }),
      drawPack(structuredClone(pack), { fonts }),
      drawPack({ ...pack, madeAt: '2026-03-16T15:00:01.000Z' }, { fonts }),
    ]);
    assert.equal(Buffer.compare(first, again), 0);
    assert.notEqual(Buffer.compare(first, other), 0);
  });

  test('contains all of the data in its entries', async () => {
    const entries: PackEntry[] = [
      decided(),
      decided({ verdict: 'CLEAR', records_old: { reach_to: '2026-02-01', days: 43 } }),
      undecided,
      {
        kind: 'receipt',
        number: '27JS-9X41-JP61-1RRP',
        url: 'https://v.example/v/1',
        claims: sampleClaims(4),
      },
    ];
    const { lines } = await draw(packOf(entries));
    const drawn = withoutBlanks(lines.join(''));
    for (const entry of entries) {
      const { name, under, verdict, meaning, warning, license, expires, receipt, ...lists } = toSheet(
        entry,
        'en',
      );
      const shown = verdict === 'NOT DECIDED' ? 'Not checked' : verdictText(verdict);
      const single = [name, under, shown, meaning, warning ?? '', license, expires];
      const own = receipt ? [receipt.number, receipt.url, receipt.text] : [];
      const documents = lists.documents.flatMap((each) => [each.name, each.detail ?? '']);
      for (const text of [
        ...single,
        ...own,
        ...lists.reasons,
        ...lists.facts.flat(),
        ...documents,
        ...lists.notes,
      ])
        assert.ok(drawn.includes(withoutBlanks(text)), text);
    }
    const summary = '3 vendors: 2 Clear to book, 1 Don’t book. 1 entry without a decision.';
    assert.ok(lines.includes(summary), lines.join('\n'));
  });

  test('shows today’s verdict on the cover next to a verdict that has changed', async () => {
    const entry = decided({ verdict: 'CLEAR' });
    assert.equal(entry.kind, 'decided');
    const { lines } = await draw(packOf([{ ...entry, today: 'today Don’t book' }]));
    assert.ok(withoutBlanks(lines.join('')).includes('Cleartobook(todayDon’tbook)'), lines.join('\n'));
  });

  test('does not count a line without a match as a vendor', async () => {
    const { lines } = await draw(packOf([undecided, undecided]));
    assert.ok(lines.includes('2 entries without a decision.'), lines.join('\n'));
    assert.ok(!lines.some((line) => /\d vendors?:/.test(line)));
  });

  test('shows the license’s expiry date and the day the records reach on each vendor’s page', () => {
    const { vendor } = decision();
    const license = { ...vendor.license, expires_on: '2026-06-01' };
    const known = toSheet(decided({ vendor: { ...vendor, license }, data_as_of: '2026-03-15' }), 'en');
    assert.equal(new Map(known.facts).get('License expires'), 'June 1, 2026');
    assert.match(known.receipt?.text ?? '', /; records through March 15, 2026\. Policy /);
    const none = toSheet(decided({ vendor: { ...vendor, license: { ...license, expires_on: null } } }), 'en');
    assert.equal(new Map(none.facts).get('License expires'), 'Not on file');
  });

  test('is in Spanish for Spanish readers, except for signed text, which is in English and marked as English', async () => {
    const receipt: PackEntry = {
      kind: 'receipt',
      number: '27JS-9X41-JP61-1RRP',
      url: 'https://v.example/v/1',
      claims: {
        ...sampleClaims(4),
        reason_codes: ['grade_c'],
        reasons: ['The inspection record is graded C.'],
      },
    };
    const entry = decided();
    assert.ok(entry.kind === 'decided');
    const told = entry.decision.reasons.map((each) => ({ ...each, text: `Motivo: ${each.code}.` }));
    const spanish = {
      language: 'es',
      title: 'Expediente',
      event: { type: 'Festival', dates: '3 de mayo' },
    } as const;
    const { lines, source } = await draw(
      packOf([{ ...entry, told, documents: [], notes: [] }, entry, receipt], spanish),
    );
    const text = withoutBlanks(lines.join(''));
    for (const part of [
      '3 vendedores: ',
      'N.º 3 de 3',
      'Los datos',
      'Motivo: ',
      'Tal como se firmó, en inglés:',
      '• Calificación C',
      '• The inspection record is graded C.',
      'Esta página muestra solo lo que se firmó ese día.',
      'No se exige',
    ])
      assert.ok(text.includes(withoutBlanks(part)), part);
    const signed = entry.decision.reasons.map(({ text }) => withoutBlanks(text));
    for (const sentence of signed)
      assert.equal(text.split(sentence).length - 1, 1, 'once, if it has no Spanish version');
    assert.ok(source.includes('/Lang (es-US)'));
    assert.equal(
      source.match(/\/Lang \(en-US\)/g)?.length,
      signed.length + 1,
      'one for each English sentence',
    );
    assert.match(source, /\/Alt \(|\/Alt </);
    assert.doesNotMatch(text, /Whatitrestson|Vendor\d|Pageof|Grade:|Receiptnumber/);
  });

  test('is tagged with a title, language, headings, tables with header cells, and alternative text for the QR code', async () => {
    const { source } = await draw(packOf([decided()]));
    const parts = [
      '/Marked true',
      '/Lang (en-US)',
      '/DisplayDocTitle true',
      'pdfuaid:part>1<',
      '/S /H1',
      '/S /H2',
      '/S /H3',
      '/S /Table',
      '/S /TH',
      '/Scope /Column',
      '/Scope /Row',
      '/S /Figure',
      '/Alt (QR code with the address of receipt 27JS-9X41-JP61-1RRP',
      '/Outlines ',
      '/Title ',
    ];
    for (const part of parts) assert.ok(source.includes(part), part);
    assert.equal(source.match(/\/Type \/Page\b/g)?.length, 2);
  });

  test('links each row on the cover to its vendor’s page, and exposes the link to screen readers', async () => {
    const { source } = await draw(packOf([decided(), undecided]));
    const targets = [...source.matchAll(/\/S \/GoTo\n\/D \((vendor-\d)\)/g)].map(([, name]) => name);
    assert.deepEqual(targets, ['vendor-1', 'vendor-2']);
    assert.equal(source.match(/\/S \/Link\n/g)?.length, 2);
    assert.equal(source.match(/\/Type \/OBJR/g)?.length, 2);
    assert.match(source, /\/Contents \(Page for /);
    const pages = [...source.matchAll(/(\d+) 0 obj\n<<\n\/Type \/Page\n/g)].map(([, id]) => id);
    const places = [...source.matchAll(/\(vendor-\d\) \[(\d+) 0 R \/XYZ/g)].map(([, id]) => id);
    assert.deepEqual(places, pages.slice(1));
  });

  test('fits a vendor with nine documents and two notes on one page, and repeats the name on continuation pages', async () => {
    const documents = Array.from({ length: 9 }, (_, index) => ({
      code: `c${index}`,
      name: `Certificate number ${index} of the vendor`,
      state: 'rejected' as const,
      detail: 'The name on it is another one than on the license.',
    }));
    const entry = decided();
    assert.ok(entry.kind === 'decided');
    const one = { ...entry, documents, notes: [...NOTES, ...NOTES] };
    assert.ok((await draw(packOf([one]))).lines.includes('Page 2 of 2'));
    const { lines } = await draw(packOf([{ ...one, documents: Array(8).fill(documents).flat() }, entry]));
    const { name, license } = entry.decision.vendor;
    const continued = lines.filter((line) => line.includes('(continued)'));
    assert.ok(continued.length > 0);
    for (const line of continued) assert.ok(line.startsWith(`${name} · ${license.number} · `), line);
    assert.equal(
      lines.filter((line) => line === 'State').length,
      2 + continued.length,
      'with the titles of the table',
    );
  });

  test('shows a receipt’s sentences, expiry, event, rules and local time, and lists what an older receipt lacks', async () => {
    const receipt = (changes: object): PackEntry => ({
      kind: 'receipt',
      number: '27JS-9X41-JP61-1RRP',
      url: 'https://v.example/v/1',
      claims: { ...sampleClaims(7), iat: 1_773_673_200, ...changes },
    });
    const signed = {
      license_expires_on: '2026-06-01',
      event_date: '2026-05-01',
      event_last_date: '2026-05-03',
      reason_codes: ['grade_c'],
      reasons: ['The inspection record is graded C.'],
    };
    const textOf = async (entry: PackEntry) => withoutBlanks((await draw(packOf([entry]))).lines.join(''));
    const text = await textOf(receipt(signed));
    for (const part of [
      'The inspection record is graded C.',
      'June 1, 2026',
      'May 1, 2026 to May 3, 2026',
      'Policy v1, scoring v1',
      'Monday, March 16, 2026, 11:00 AM EDT',
      'To see what has changed since, go to this address.',
    ])
      assert.ok(text.includes(withoutBlanks(part)), part);
    const earlier = await textOf(receipt({ reason_codes: ['grade_c'] }));
    assert.ok(earlier.includes('•GradeC') && earlier.includes('Notinthereceipt'));
    assert.ok((await textOf(receipt({ ...signed, license_expires_on: null }))).includes('Notonfile'));
  });

  test('has a page number on every page, and a note that demo data is fictional', async () => {
    const { lines } = await draw(packOf([decided(), decided(), undecided], { fictional: true }));
    const pages = lines.filter((line) => /^Page \d+ of \d+$/.test(line));
    assert.deepEqual(pages, ['Page 1 of 4', 'Page 2 of 4', 'Page 3 of 4', 'Page 4 of 4']);
    assert.equal(lines.filter((line) => line.startsWith('Fictional: demo data.')).length, 4);
    const real = await draw(packOf([decided()]));
    assert.equal(real.lines.filter((line) => line.includes('Fictional')).length, 0);
  });

  test('shows a replacement for characters that its font lacks, and draws accented Latin letters', async () => {
    const { lines } = await draw(packOf([named('CAFÉ ŁÓDŹ Ễ 寿司 🍣'), named('A\u0000B\nC')]));
    assert.ok(lines.includes('Café Łódź Ễ □□ □'), lines.join('\n'));
    assert.ok(lines.includes('A B C'));
    const said = lines.join(' ').replace(/\s+/g, ' ');
    assert.ok(said.includes('the symbol □ stands for a character'));
    assert.ok(said.includes('☐ means it isn’t in order yet'), 'a box to tick is no lost character');
  });

  test('wraps long names, with or without spaces, without losing characters', async () => {
    const names = ['Withoutblanks'.repeat(20), 'With blanks '.repeat(20).trim()];
    const { lines } = await draw(packOf(names.map(named)));
    const drawn = withoutBlanks(lines.join(''));
    for (const name of names) assert.equal(drawn.split(withoutBlanks(name)).length - 1, 2, 'cover and page');
  });

  test('accepts 0 to 500 vendors, and rejects 501', async () => {
    assert.ok((await draw(packOf([]))).lines.includes('No vendors.'));
    const many = Array.from({ length: 501 }, () => undecided);
    const { lines } = await draw(packOf(many.slice(1)));
    assert.ok(lines.some((line) => /^Page 1 of 5\d\d$/.test(line)));
    await assert.rejects(createPackRenderer()(packOf(many)), /at most 500 vendors; this one would have 501/);
  });
});
