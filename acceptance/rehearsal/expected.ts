import type { IsoDate } from '../../src/lib/time/dates.ts';
import { ageOf, type DayState, type FileState, isOverdue, reachOf } from './oracle.ts';

/**
 * The statements that the service is expected to make on a day, as facts by name. `observed.ts` uses the same
 * names.
 */
export type Facts = ReadonlyMap<string, string>;

const DISTRICTS = [1, 2, 3, 4, 5, 6, 7];

/** The first words of each sentence about a file with a problem. */
export const SAYS: Readonly<Record<string, string>> = {
  not_found: 'The regulator’s site has no such file.',
  web_page: 'The regulator’s site sent a web page instead of the file.',
  incomplete: 'Only a part of the file arrived.',
  unreachable: 'The regulator’s site did not answer, was too slow, or answered with an error.',
  not_allowed: 'The regulator’s site refused the request.',
  'turned away': 'The regulator’s site turns this service away',
  'asked to wait': 'The regulator’s site asks for fewer requests',
  'moved to another host': 'The regulator’s site redirects this service to ',
  'moved to http': 'The regulator’s site redirects this service to ',
  wrong_kind: 'The download is not a data file.',
  held_back: 'The file arrived and was refused.',
  other_file: 'The regulator’s site has a different file in the place of this one.',
  older: 'The regulator’s site has an older copy of the file than the last one we read.',
  late: 'The file was checked and ',
};

export function expectedFacts(state: DayState): Facts {
  const { run, files, asOf, day } = state;
  const problems = files.filter(({ problem }) => problem !== '');
  const overdue = files.filter(({ isDaily, used }) => isDaily && isOverdue(used, asOf));
  const newest =
    files
      .map(({ used }) => reachOf(used))
      .sort()
      .at(-1) ?? '';
  const oldest = DISTRICTS.flatMap((district) => ageOf(state, district) ?? []).sort(
    (a, b) => b.days - a.days,
  )[0];
  return new Map([
    ...(run ? runFacts(state) : []),
    ['readyz', `200 ready as of ${asOf}, files to ${newest}, failing none`],
    ...files.map(usedFact),
    ...files.map(sourceFact),
    [
      'held back',
      listed(files.flatMap(({ name, heldBack }) => heldBack.map((reason) => `${name} ${reason}`))),
    ],
    ['not refreshed', listed(overdue.map(({ slot }) => slot))],
    ['never read', ''],
    ['records_old', oldest ? `${oldest.reachTo} ${oldest.days}` : 'null'],
    ...DISTRICTS.map((district): [string, string] => {
      const old = ageOf(state, district);
      return [`scorecard of district ${district}`, old ? `${old.reachTo} ${old.days}` : 'null'];
    }),
    ['banner of vendor pages', bannerOf(state)],
    [
      'coverage page',
      listed([
        ...problemLines(problems),
        ...overdue.map(({ slot }) => `Out of date: ${slotWords(slot)}`),
        ...files.flatMap(({ name, heldBack }) => heldBack.map((reason) => `Refused: ${name}. ${reason}`)),
        ...loadingLines(state),
      ]) || 'Nothing',
    ],
    ['daily report', dailySentence(files)],
    ['daily report, problems', listed(problemLines(problems))],
    [
      'metrics, file dates',
      listed(files.map(({ slot, used, isDaily }) => `${slot} ${reachOf(used)} ${isDaily ? 'weekly' : 'no'}`)),
    ],
    [
      'metrics, rows refused',
      listed(files.flatMap(({ slot, used }) => (used.refused > 0 ? [`${slot} ${used.refused}`] : []))),
    ],
    [
      'metrics, checked',
      listed(files.map(({ name, outcome, checkedOn }) => `${name} ${outcome} ${checkedOn}`)),
    ],
    ['metrics, as of', asOf],
    ['day', day],
  ]);
}

function runFacts({ run, files }: DayState): [string, string][] {
  if (!run) return [];
  const hasProblems = files.some(({ problem }) => problem !== '');
  const exit = run.outcome === 'failed' || run.isNothingHad ? 1 : hasProblems ? 3 : 0;
  const counted = run.outcome === 'failed' ? 'failed' : hasProblems ? 'problems' : 'finished';
  const said = { published: 'Published', unchanged: 'Nothing new', failed: 'Failed: nothing was changed' };
  return [
    ['run', `${run.outcome}, exit ${exit}, counted as ${counted}`],
    ['import, problems', listed(problemLines(files.filter(({ problem }) => problem !== '')))],
    [
      'daily report, outcome',
      run.isNothingHad ? 'Failed: no file of the source could be had' : said[run.outcome],
    ],
  ];
}

function usedFact({ slot, used }: FileState): [string, string] {
  return [`in use ${slot}`, `to ${reachOf(used)}, read ${used.arrivedOn}, refused ${used.refused}`];
}

function sourceFact({ name, outcome, reason, problem, checkedOn, used }: FileState): [string, string] {
  const times = `reaches ${reachOf(used)}, arrived ${used.arrivedOn}, confirmed ${used.confirmedOn}, asked ${checkedOn}`;
  return [`source ${name}`, `${outcome} ${reason || '-'}, problem ${problem || 'none'}, ${times}`];
}

/** Returns one line for all files that failed for the same reason, and one line for each other file. */
function problemLines(files: readonly FileState[]): string[] {
  const groups = Map.groupBy(files, ({ name, line }) => line || name);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const said = SAYS[first.line] ?? SAYS[first.problem] ?? `no words for ${first.problem}`;
    return `${nameGroup(group.map(({ name }) => name))}: ${said}`;
  });
}

function loadingLines({ loading }: DayState): string[] {
  const line = (kind: string, count: number) =>
    count === 0 ? [] : [`Still loading: ${kind}, ${count} ${count === 1 ? 'file' : 'files'}.`];
  return [...line('closures', loading.closures), ...line('final orders', loading.orders)];
}

/** Returns the name of a single file, or the number of files and the first three names. */
function nameGroup(names: readonly string[]): string {
  if (names.length === 1) return names.join();
  const [a, b, c] = [...names].sort();
  const first = names.length === 2 ? `${a}, ${b}` : `${a}, ${b}, ${c}`;
  return `${names.length} files (${first}${names.length > 3 ? `, and ${names.length - 3} more` : ''})`;
}

function dailySentence(files: readonly FileState[]): string {
  const good = files.filter(({ problem }) => problem === '');
  const unchanged = good.filter(({ outcome }) => outcome === 'unchanged').length;
  return `${files.length} files expected: ${good.length - unchanged} new, ${unchanged} checked and unchanged, ${files.length - good.length} with a problem.`;
}

/** Returns the banner that every page shows while a district's records are old. */
function bannerOf(state: DayState): string {
  const old = DISTRICTS.flatMap((district) => {
    const age = ageOf(state, district);
    return age ? [{ district, ...age }] : [];
  });
  const [oldest] = [...old].sort((a, b) => b.days - a.days);
  if (!oldest) return '';
  const numbers = old.map(({ district }) => String(district));
  const list = numbers.length > 1 ? `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}` : numbers[0];
  const whose = old.length === DISTRICTS.length ? '' : ` for District${old.length > 1 ? 's' : ''} ${list}`;
  const which = old.length > 1 ? 'oldest records' : 'records';
  return `Old records. The ${which}${whose} go only through ${usDay(oldest.reachTo)}, ${oldest.days} days ago.`;
}

function usDay(day: IsoDate): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );
}

/** Returns a slot such as `inspections:district-6:2025-26` in the page's words. */
function slotWords(slot: string): string {
  return slot.replace('district-', 'district ').replaceAll(':', ', ');
}

export function listed(items: readonly string[]): string {
  return [...items].sort().join(' | ');
}
