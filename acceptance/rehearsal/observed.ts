import type { Coverage, SourceFileState } from '../../src/intake/coverage/schemas.ts';
import type { IsoDate } from '../../src/lib/time/dates.ts';
import type { Family } from '../../src/ops/telemetry/families.ts';
import { type Facts, listed, SAYS } from './expected.ts';
import { parse } from './html-texts.ts';
import type { Ran, Service } from './service.ts';
import { firstTruck } from './world.ts';

/**
 * The service's statements on a day: each fact as a response, page or metric states it. `expected.ts` uses
 * the same names.
 */

const DISTRICTS = [1, 2, 3, 4, 5, 6, 7];
/** Matches the name of a single file, or the number of files with the first names. */
const NAMED = String.raw`\S+|\d+ files \([^)]*\)`;

interface RecordsOld {
  readonly reach_to: string;
  readonly days: number;
}

export async function observedFacts(service: Service, day: IsoDate, ran: Ran | undefined): Promise<Facts> {
  const coverage = await readCoverage(service);
  const daily = parse((await service.getAsOperator('/operator/daily')).body);
  const vendors = await Promise.all(DISTRICTS.map((district) => readVendor(service, district)));
  return new Map([
    ...(ran ? runFacts(ran, daily.text) : []),
    ['readyz', await readReady(service)],
    ...coverage.files.filter(({ kind }) => kind !== 'observations').map(usedFact),
    ...coverage.source.map(sourceFact),
    ['held back', listed(coverage.held_back.map(({ name, reason }) => `${name} ${firstWord(reason)}`))],
    ['not refreshed', listed(coverage.not_refreshed.map(({ slot }) => slot))],
    ['never read', listed(coverage.missing)],
    ['records_old', oldText(coverage.records_old)],
    ...vendors.map(({ old }, index): [string, string] => [
      `scorecard of district ${DISTRICTS[index]}`,
      oldText(old),
    ]),
    ['banner of vendor pages', [...new Set(vendors.map(({ banner }) => banner))].join(' || ')],
    ['coverage page', await readCoveragePage(service)],
    ['daily report', /\d+ files expected: [^.]*\./.exec(daily.text)?.[0] ?? ''],
    [
      'daily report, problems',
      listed(daily.rowsOf('Files with a problem').map(([name = '', what = '']) => sentenceOf(name, what))),
    ],
    ...metricFacts(await service.metrics()),
    ['day', day],
  ]);
}

function runFacts({ outcome, exit, counted, printed }: Ran, daily: string): [string, string][] {
  const problems = [...printed.matchAll(new RegExp(`^PROBLEM +(${NAMED}): (.*)$`, 'gm'))];
  return [
    ['run', `${outcome}, exit ${exit}, counted as ${counted}`],
    ['import, problems', listed(problems.map(([, name = '', what = '']) => sentenceOf(name, what)))],
    ['daily report, outcome', /Outcome\s+(.*?)\s+Ended/.exec(daily)?.[1] ?? ''],
  ];
}

async function readReady(service: Service): Promise<string> {
  const { status, body } = await service.get('/readyz');
  const ready = JSON.parse(body) as { status: string; as_of: string; data_as_of: string; failing: string[] };
  const failing = ready.failing.join() || 'none';
  return `${status} ${ready.status} as of ${ready.as_of}, files to ${ready.data_as_of}, failing ${failing}`;
}

type AgedCoverage = Coverage & { readonly records_old: RecordsOld | null };

export async function readCoverage(service: Service): Promise<AgedCoverage> {
  return (JSON.parse((await service.get('/api/v1/coverage')).body) as { data: AgedCoverage }).data;
}

function usedFact({ slot, file_date, read_at, rows }: Coverage['files'][number]): [string, string] {
  return [`in use ${slot}`, `to ${file_date}, read ${dayOf(read_at)}, refused ${rows.refused}`];
}

function sourceFact(file: SourceFileState): [string, string] {
  const { name, outcome, reason, problem, file_date, arrived_at, confirmed_at, checked_at } = file;
  const times = `reaches ${file_date}, arrived ${dayOf(arrived_at)}, confirmed ${dayOf(confirmed_at)}, asked ${dayOf(checked_at)}`;
  return [
    `source ${name}`,
    `${outcome} ${firstWord(reason ?? '') || '-'}, problem ${problem?.code ?? 'none'}, ${times}`,
  ];
}

function dayOf(instant: string | null): string {
  return instant?.slice(0, 10) ?? 'never';
}

/** Returns the code that precedes the sentence. */
function firstWord(reason: string): string {
  return reason.split(':')[0] ?? '';
}

function oldText(old: RecordsOld | null): string {
  return old ? `${old.reach_to} ${old.days}` : 'null';
}

async function readVendor(
  service: Service,
  district: number,
): Promise<{ readonly old: RecordsOld | null; readonly banner: string }> {
  const decision = await service.get(`/api/v1/decision?license_number=${firstTruck(district)}`);
  const { vendor } = (JSON.parse(decision.body) as { data: { vendor: { id: string } } }).data;
  const card = await service.get(`/api/vendors/${vendor.id}/scorecard`);
  const { records_old: old } = JSON.parse(card.body) as { records_old: RecordsOld | null };
  const page = await service.get(`/vendor/${vendor.id}`);
  const banner = /<aside class="banner"[^>]*>(.*?)<a href="\/coverage">/s.exec(page.body)?.[1] ?? '';
  return { old, banner: parse(banner).text.trim() };
}

/**
 * Returns the items that the coverage page lists as missing or old, each up to the end of its first sentence.
 */
async function readCoveragePage(service: Service): Promise<string> {
  const { body } = await service.get('/coverage');
  const section = /<h2>What is missing<\/h2>(.*?)<\/section>/s.exec(body)?.[1] ?? 'no such part';
  // These items are expected, because the invented regulator does not have earlier years or weekly closures.
  const items = parse(section).items.filter((item) => !item.startsWith('Not on the regulator’s site: '));
  if (items.length === 0) return 'Nothing';
  return listed(
    items.map((item) => {
      const [, refused] = /^(Refused: \S+\. \w+):/.exec(item) ?? [];
      const [, old] = /^(Out of date: [^.]*)\./.exec(item) ?? [];
      const [, name = '', what] = new RegExp(`^(${NAMED}): (.*)$`, 's').exec(item) ?? [];
      return refused ?? old ?? (what === undefined ? item : sentenceOf(name, what));
    }),
  );
}

function sentenceOf(name: string, what: string): string {
  const said = Object.values(SAYS).find((sentence) => what.startsWith(sentence));
  return `${name}: ${said ?? what}`;
}

function metricFacts(families: readonly Family[]): [string, string][] {
  const valuesOf = (name: string) =>
    families.find((family) => family.name === `vendor_compliance_${name}`)?.values ?? [];
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  return [
    [
      'metrics, file dates',
      listed(
        valuesOf('file_date_timestamp_seconds').map(
          ({ labels, value }) => `${labels.slot} ${day(value)} ${labels.renewed}`,
        ),
      ),
    ],
    [
      'metrics, rows refused',
      listed(
        valuesOf('file_rows').flatMap(({ labels, value }) =>
          labels.outcome === 'refused' && value > 0 ? [`${labels.slot} ${value}`] : [],
        ),
      ),
    ],
    [
      'metrics, checked',
      listed(
        valuesOf('source_file_checked_timestamp_seconds').map(
          ({ labels, value }) => `${labels.file} ${labels.outcome} ${day(value)}`,
        ),
      ),
    ],
    [
      'metrics, as of',
      valuesOf('as_of_timestamp_seconds')
        .map(({ value }) => day(value))
        .join(),
    ],
  ];
}
