import type { Coverage, SourceFileState } from '../../src/intake/coverage/schemas.ts';
import { addDays, addMonths, daysBetween, type IsoDate, jurisdictionDay } from '../../src/lib/time/dates.ts';
import { DISTRICTS } from './site/register.ts';
import type { Sent } from './site/server.ts';
import type { SiteFile } from './site/site-files.ts';

/** Compares the service's statements about its files with what the site actually sent. Pure. */

/** The service's statements at one moment. */
export interface Snapshot {
  /** The rehearsal's time, as ISO 8601. */
  readonly at: string;
  readonly ready: { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
  /** Undefined until something is published. */
  readonly coverage: Coverage | undefined;
  readonly page: { readonly status: number; readonly body: string };
}

/** The facts at that moment. */
export interface Facts {
  readonly day: IsoDate;
  readonly sent: readonly Sent[];
  /** Every version of every file that the site has had so far, by hash. */
  readonly versions: ReadonlyMap<string, SiteFile>;
  /** The files currently on the site, by path. */
  readonly offered: ReadonlyMap<string, SiteFile>;
  /** Selects files that the service should eventually import from the site. */
  readonly wanted: (file: SiteFile) => boolean;
}

export interface Finding {
  readonly where: 'coverage' | 'page' | 'readyz' | 'daily report' | 'decisions' | 'site';
  readonly says: string;
  readonly but: string;
}

/**
 * How far a reported date may be from a file's oldest or newest row. The service reports only dates with
 * enough rows.
 */
const REACH_SLACK_DAYS = 10;
const GAP_DAYS_MAX = 31;
const OLD_AFTER_DAYS = 14;

type Check = (coverage: Coverage, facts: Facts) => Finding[];

export function checkCoverage(coverage: Coverage, facts: Facts): Finding[] {
  const checks: readonly Check[] = [
    checkFilesInUse,
    checkMissing,
    checkDistricts,
    checkRefused,
    checkSource,
    checkOutOfDate,
  ];
  return checks.flatMap((check) => check(coverage, facts));
}

export function checkReady({ ready, coverage }: Snapshot, { day }: Facts): Finding[] {
  const { status, body } = ready;
  const say = (but: string): Finding => ({ where: 'readyz', says: `${status} ${JSON.stringify(body)}`, but });
  if (status !== 200) return coverage ? [say('records are published')] : [];
  if (!coverage) return [say('nothing is published')];
  const found: Finding[] = [];
  if (body.as_of !== day) found.push(say(`today is ${day}`));
  if (body.fictional !== false) found.push(say('the records are taken for real'));
  return found;
}

/** Returns the files in use that are complete copies of what the site sent. */
export function versionsInUse({ files }: Coverage, { versions }: Facts): SiteFile[] {
  return files.flatMap(({ sha256 }) => versions.get(sha256) ?? []);
}

function checkFilesInUse(coverage: Coverage, facts: Facts): Finding[] {
  return coverage.files.flatMap((file) => {
    const says = `${file.name}, ${file.rows.read} rows, to ${file.file_date}, read ${file.read_at}`;
    const wrong = (but: string): Finding[] => [{ where: 'coverage', says, but }];
    const version = facts.versions.get(file.sha256);
    // If the file comes from an archive, the site sent the archive instead.
    if (!version) return isFromArchive(file.name, facts) ? [] : wrong('the site never had such a file');
    const sent = facts.sent.filter(({ sha256, answer }) => sha256 === file.sha256 && answer === 'file');
    if (sent.length === 0) return wrong('the site never sent it');
    if (file.rows.read !== version.rows) return wrong(`it has ${version.rows} rows`);
    const { kept, other, refused, read } = file.rows;
    if (kept + other + refused !== read) return wrong('its rows do not add up');
    if (!reaches(file.file_date, version.last)) return wrong(`its newest row is of ${version.last}`);
    if ((sent[0]?.at ?? '') > file.read_at) return wrong(`it was first sent at ${sent[0]?.at}`);
    if (file.published_at !== null && file.published_at !== version.modified)
      return wrong(`the site says it is of ${version.modified}`);
    return [];
  });
}

function isFromArchive(name: string, { offered }: Facts): boolean {
  return /EOS/.test(name) && [...offered.values()].some(({ kind }) => kind === 'archive');
}

function reaches(said: IsoDate | null, newest: IsoDate | null): boolean {
  if (said === null || newest === null) return said === newest;
  return said <= newest && daysBetween(said, newest) <= REACH_SLACK_DAYS;
}

function checkMissing({ missing, files }: Coverage): Finding[] {
  const slots = files.map(({ slot }) => slot);
  const has = (slot: string) => slots.some((each) => each === slot || each.startsWith(`${slot}:`));
  const wrong = missing
    .filter(has)
    .map((slot): Finding => ({ where: 'coverage', says: `never read: ${slot}`, but: 'it is in use' }));
  const unsaid = DISTRICTS.map((district) => `licenses:district-${district}`)
    .filter((slot) => !has(slot) && !missing.includes(slot))
    .map((slot): Finding => ({ where: 'coverage', says: `nothing of ${slot}`, but: 'none is in use' }));
  return [...wrong, ...unsaid];
}

function checkDistricts(coverage: Coverage, facts: Facts): Finding[] {
  const used = versionsInUse(coverage, facts);
  return coverage.districts.flatMap((said) => {
    const own = used.filter(({ district }) => district === null || district === said.district);
    const licenses = own.find(({ kind }) => kind === 'licenses');
    const visits = own.filter(({ kind }) => kind === 'inspections' || kind === 'year');
    const wrong = (what: string, but: string): Finding => ({
      where: 'coverage',
      says: `district ${said.district}: ${what}`,
      but,
    });
    const found: Finding[] = [];
    if (!reaches(said.licenses_to, licenses?.last ?? null))
      found.push(wrong(`licenses to ${said.licenses_to}`, `they reach ${licenses?.last}`));
    const [first] = visits.flatMap(({ first: day }) => day ?? []).sort();
    if (said.inspections_from !== (first ?? null) && !isAround(said.inspections_from, first))
      found.push(wrong(`inspections from ${said.inspections_from}`, `they begin on ${first}`));
    const newest =
      visits
        .flatMap(({ last }) => last ?? [])
        .sort()
        .at(-1) ?? null;
    if (!reaches(said.inspections_to, newest))
      found.push(wrong(`inspections to ${said.inspections_to}`, `they reach ${newest}`));
    const isWhole = coversYear(visits, facts.day);
    if (said.whole_year !== isWhole)
      found.push(
        wrong(`the last twelve months are ${said.whole_year ? '' : 'not '}whole`, 'the reverse is true'),
      );
    return found;
  });
}

/**
 * Returns true if the reported date is close to the first row. A file's first row about a vendor may be some
 * days after its first row.
 */
function isAround(said: IsoDate | null, first: IsoDate | undefined): boolean {
  return (
    said !== null && first !== undefined && said >= first && daysBetween(first, said) <= REACH_SLACK_DAYS
  );
}

function coversYear(files: readonly SiteFile[], day: IsoDate): boolean {
  let reached = addMonths(day, -12);
  const spans = files.flatMap(({ first, last }) => (first && last ? [{ first, last }] : []));
  for (const { first, last } of spans.sort((a, b) => (a.first < b.first ? -1 : 1)))
    if (first <= addDays(reached, GAP_DAYS_MAX) && last > reached) reached = last;
  return reached >= addDays(day, -OLD_AFTER_DAYS);
}

function checkRefused({ held_back, files }: Coverage, { versions }: Facts): Finding[] {
  const used = new Set(files.map(({ sha256 }) => sha256));
  return held_back.flatMap(({ name, sha256, reason }) => {
    const wrong = (but: string): Finding[] => [{ where: 'coverage', says: `refused: ${name}`, but }];
    if (!versions.has(sha256)) return wrong('the site never had such a file');
    if (used.has(sha256)) return wrong('the same file is in use');
    return reason === '' ? wrong('no reason is given') : [];
  });
}

/** The outcomes that the service may report for each kind of last response from the site. */
const OUTCOMES: Readonly<Record<Sent['answer'], readonly string[]>> = {
  file: ['downloaded', 'unchanged', 'held_back'],
  unchanged: ['unchanged', 'held_back'],
  soft_404: ['failed', 'missing'],
  refused: ['failed'],
  limited: ['failed'],
  redirected: ['failed'],
  index: [],
};

/** After one of these responses, a refresh does not send any more requests. */
const TURNS_AWAY: ReadonlySet<Sent['answer']> = new Set(['refused', 'limited']);

function checkSource({ source }: Coverage, facts: Facts): Finding[] {
  return source.flatMap((state: SourceFileState) => {
    const path = new URL(state.url).pathname;
    const answers = facts.sent.filter((each) => each.path === path && each.at <= state.checked_at);
    const last = answers.at(-1);
    const says = `${state.name}: ${state.outcome}, ${state.problem?.code ?? 'no problem'}`;
    const wrong = (but: string): Finding[] => [{ where: 'coverage', says, but }];
    if (!last) return wrong('the site was never asked for it');
    if (state.reason?.startsWith('not_asked')) {
      const isTurnedAway = facts.sent.some(
        ({ answer, at }) => TURNS_AWAY.has(answer) && dayOf(at) === dayOf(state.checked_at),
      );
      return isTurnedAway ? [] : wrong('the site turned nobody away that day');
    }
    if (!OUTCOMES[last.answer].includes(state.outcome)) return wrong(`the site answered ${last.answer}`);
    if (last.answer !== 'file' && last.answer !== 'unchanged' && state.problem === null)
      return wrong(`the site answered ${last.answer}, and no problem is shown`);
    return [];
  });
}

function checkOutOfDate({ not_refreshed, as_of }: Coverage): Finding[] {
  return not_refreshed.flatMap(({ slot, file_date, days }) =>
    daysBetween(file_date, as_of) === days
      ? []
      : [{ where: 'coverage', says: `${slot} is ${days} days old`, but: `${file_date} is not` } as const],
  );
}

/** Returns the wanted files that are on the site but not in use. Files are matched by hash. */
export function notYetInUse(coverage: Coverage | undefined, facts: Facts): SiteFile[] {
  const used = coverage?.files ?? [];
  const hashes = new Set(used.map(({ sha256 }) => sha256));
  // If an archive was unpacked, its files are in use instead of the archive itself.
  const isUnpacked = ({ path }: SiteFile) =>
    used.some(({ name }) => name.startsWith(`${path.split('/').at(-1)}/`));
  return [...facts.offered.values()].filter(
    (file) =>
      facts.wanted(file) && !hashes.has(file.sha256) && !(file.kind === 'archive' && isUnpacked(file)),
  );
}

export function dayOf(at: string): IsoDate {
  return jurisdictionDay(new Date(at));
}
