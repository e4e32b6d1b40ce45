import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { RECORDS, skip, TODAY } from '../../test/support/real-records.ts';
import { type Published, parseFiles, readPublished } from './published.ts';

/**
 * Combines inspectors' real texts with real visits. None of the available texts belongs to an available
 * visit. Each food truck visit therefore gets the texts from some other visit, and counts that match their
 * categories and severities. Each quote must then be the exact text except for redacted names, under its
 * code, with its visit and date.
 */
const YEARS = ['1516', '1617', '1718'].map((year) => `6fdinspi_${year}.csv`);
const AS_OF = '2018-06-30';
const TYPE = 3;
const TOTAL = 17;
const FIRST_CATEGORY = 22;
const VISIT = 81;

interface Citation {
  readonly code: string;
  readonly text: string;
}

async function readTexts(): Promise<(readonly Citation[])[]> {
  const folder = path.join(RECORDS, 'narratives');
  const rows: Record<string, string>[] = parse(
    await readFile(path.join(folder, 'closure_violations_1819.csv')),
    { columns: true, relax_quotes: true, relax_column_count: true },
  );
  const closures = Map.groupBy(rows, ({ visitid }) => visitid);
  const others: Record<string, { code: string; observation: string }[]> = JSON.parse(
    await readFile(path.join(folder, 'pinellas_narratives_2026-05-21.json'), 'utf8'),
  );
  const visits = [
    ...[...closures.values()].map((own) =>
      own.map(({ violation = '', obs = '' }) => ({ code: violation, text: obs })),
    ),
    ...Object.values(others).map((own) => own.map(({ code, observation }) => ({ code, text: observation }))),
  ];
  const isWhole = ({ code, text }: Citation) =>
    /^\d{2}[A-Z]?-\d{2}-\d{1,2}$/.test(code) && tierOf(text) !== '';
  const whole = visits.filter((own) => own.length > 0 && own.length <= 100 && own.every(isWhole));
  return [...new Map(whole.map((own) => [JSON.stringify(own), own])).values()];
}

/** Ignores accents, because some files are encoded twice. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '');
const TIER = /^(?:highpriority|intermediate|basic)/;
const tierOf = (text: string) => TIER.exec(lettersOf(text))?.[0] ?? '';

/** Returns the year's rows with texts assigned to food truck visits, and with their counts. */
function withTexts(
  rows: readonly string[][],
  texts: (readonly Citation[])[],
  given: Map<number, readonly Citation[]>,
): string[] {
  return rows.map((cells) => {
    const visit = Number(cells[VISIT]);
    // The files for two years overlap by a week, and a visit that is in both files gets the same texts in
    // both.
    const own = cells[TYPE]?.trim() === '2014' ? (given.get(visit) ?? texts.pop()) : undefined;
    if (!own) return toLine(cells);
    given.set(visit, own);
    const categories = Array.from(
      { length: 58 },
      (_, index) => own.filter(({ code }) => Number.parseInt(code, 10) === index + 1).length,
    );
    const of = (tier: string) => own.filter(({ text }) => tierOf(text) === tier).length;
    const counts = [own.length, of('highpriority'), of('intermediate'), of('basic')];
    return toLine([
      ...cells.slice(0, TOTAL),
      ...[...counts, cells[21] ?? '', ...categories].map(String),
      ...cells.slice(FIRST_CATEGORY + 58),
    ]);
  });
}

const toLine = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

const MARKS = [
  'warning',
  'admincomplaint',
  'administrativecomplaint',
  'stopsale',
  'repeatviolation',
  'correctedonsite',
  'correctiveactiontaken',
  'timeextended',
].map((mark) => [...mark].join('[\\s-]*'));
/** Matches marks even if a line ends in the middle of a word. */
const MARK = new RegExp(`\\*\\s*\\*?\\s*(?:${MARKS.join('|')})\\s*\\*\\s*\\*?`, 'gi');
const STRUCK = /\[(?:name|phone|mail address)\]/;
/**
 * Matches parts that were written at a callback after the as-of date. They must not appear, because the texts
 * are years newer than the visits they are combined with.
 */
const LATER = /From\s+follow-up inspection 20[\d\s]{2,4}-[\s\S]*$/;

function isText(quote: string, { text }: Citation): boolean {
  const written = lettersOf(text.replace(LATER, '').replace(MARK, ' '))
    .replace(TIER, '')
    .replace(/^frominitialinspection(?:highpriority|intermediate|basic)?/, '');
  const pieces = quote.split(STRUCK).map(lettersOf);
  return new RegExp(`^${pieces.join('[a-z\\d]{0,60}')}$`).test(written);
}

test('each real text is quoted exactly, under its code and with its visit, on the page and in the self-check', {
  skip,
}, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'narratives-'));
  t.after(() => rm(folder, { recursive: true }));
  const texts = await readTexts();
  const all = texts.length;
  const given = new Map<number, readonly Citation[]>();
  const paths = [path.join(RECORDS, 'licenses/2019-07/hrfood6.csv')];
  for (const name of YEARS) {
    const raw = (await readFile(path.join(RECORDS, 'inspections', name))).toString('latin1');
    const rows: string[][] = parse(raw, { relax_quotes: true, relax_column_count: true });
    const year = withTexts(rows, texts, given);
    paths.push(path.join(folder, name));
    await writeFile(path.join(folder, name), Buffer.from(`${year.join('\r\n')}\r\n`, 'latin1'));
  }
  const lines = [...given].flatMap(([visit, own]) =>
    own.map(({ code, text }, index) => toLine(['1', String(visit), code, String(index), text])),
  );
  paths.push(path.join(folder, 'texts.csv'));
  await writeFile(
    path.join(folder, 'texts.csv'),
    `id,visitid,violation,details_id,obs\n${lines.join('\n')}\n`,
  );

  const faults: string[] = [];
  let quoted = 0;
  let struck = 0;
  let atFactors = 0;
  let onPages = 0;
  await readPublished(await parseFiles(paths, TODAY), AS_OF, (published) => {
    for (const { visit_id: visit, violations } of published.card.inspections) {
      const own = given.get(visit) ?? [];
      const left = [...own];
      for (const { text, code = '', tier = '' } of violations) {
        if (text === undefined) continue;
        quoted += 1;
        if (STRUCK.test(text)) struck += 1;
        const at = left.findIndex(
          (each) => each.code === code && tierOf(each.text) === lettersOf(tier) && isText(text, each),
        );
        if (at === -1) faults.push(`visit ${visit}, ${code}: ${text}`);
        else left.splice(at, 1);
      }
      if (left.length > 0) faults.push(`visit ${visit}: ${left.length} of ${own.length} texts are not shown`);
    }
    atFactors += checkFactors(published, faults);
    onPages += checkPage(published, faults);
  });
  t.diagnostic(
    `${all} visits' texts at ${given.size} visits: ${quoted} quoted, ${struck} with something struck out, ${onPages} on pages, ${atFactors} in self-checks`,
  );
  assert.deepEqual(faults.slice(0, 10), [], `${faults.length} faults`);
  assert.ok(quoted > 5_000 && onPages === quoted && atFactors > 500, `${quoted} ${onPages} ${atFactors}`);
});

/** Checks that a category's factor quotes visits under the current owner, each with its date. */
function checkFactors({ card, selfCheck }: Published, faults: string[]): number {
  const own = card.inspections.filter(({ owner }) => owner === 'current');
  let told = 0;
  for (const { code, quotes } of selfCheck.limiting_factors)
    for (const { text, on } of quotes) {
      told += 1;
      const [, category] = /^category_(\d+)$/.exec(code) ?? [];
      const isThere = own.some(
        ({ date, violations }) =>
          date === on &&
          violations.some((each) => each.text === text && (!category || each.category === Number(category))),
      );
      if (!isThere) faults.push(`self-check of ${card.license.number}, ${code}, ${on}: ${text}`);
    }
  return told;
}

/** Checks that each quote appears under its visit's case. */
function checkPage({ card, pages }: Published, faults: string[]): number {
  const caseOf = new Map(card.inspections.map(({ visit_id, case_id }) => [visit_id, case_id]));
  let told = 0;
  for (const [, first, html = ''] of pages.vendor.matchAll(
    /<article class="case" id="visit-(\d+)">([\s\S]*?)<\/article>/g,
  )) {
    const own = card.inspections.filter(({ case_id }) => case_id === caseOf.get(Number(first)));
    const texts = own
      .flatMap(({ violations }) => violations.flatMap(({ text }) => text ?? []))
      .map(lettersOf);
    for (const [, quote = ''] of html.matchAll(/<blockquote><p>“([\s\S]*?)”<\/p><\/blockquote>/g)) {
      told += 1;
      const shown = quote
        .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
        .replace(/&(?:amp|lt|gt|quot);/g, '')
        .replace(/<br>/g, ' ');
      const at = texts.indexOf(lettersOf(shown));
      if (at === -1) faults.push(`page of ${card.license.number}, visit ${first}: ${quote}`);
      else texts.splice(at, 1);
    }
  }
  return told;
}
