import { countNoun } from '../../lib/text/text.ts';
import { daysBetween, describeDay, type IsoDate, jurisdictionDay } from '../../lib/time/dates.ts';

/**
 * A problem with a file that the source should have, its consequence for the records, and what to do about
 * it. The command line, the coverage response, the operator's pages and the log show it.
 */
interface SourceProblem {
  /**
   * "late" and "older" describe files that arrived. "late" means that the source still has the same bytes,
   * and "older" that it has gone back to earlier bytes.
   */
  readonly code: SourceProblemCode;
  readonly what: string;
  readonly records: string;
  readonly next: string;
}

export const SOURCE_PROBLEM_CODES = [
  ...(['not_found', 'web_page', 'incomplete', 'unreachable', 'not_allowed', 'wrong_kind'] as const),
  ...(['too_large', 'not_stored', 'gone', 'held_back', 'other_file', 'older', 'late'] as const),
  'failed',
] as const;
export type SourceProblemCode = (typeof SOURCE_PROBLEM_CODES)[number];

/** The result of the last request for a file, and the copy used by the records. */
export interface CheckedFile {
  readonly name: string;
  /** The time of the last request, successful or not, in ISO 8601. */
  readonly checkedAt: string;
  /** downloaded | read | unchanged | failed | gone | held_back */
  readonly outcome: string;
  readonly reason: string | null;
  /** Undefined if no copy was ever imported. */
  readonly copy: FileCopy | undefined;
  /** True if the source has an older copy than the one in use. */
  readonly isOlder: boolean;
  /** The different file that the source has in its place; undefined if there is none. */
  readonly other?: string | undefined;
}

interface FileCopy {
  readonly fileDate: IsoDate | null;
  /** The time at which these bytes were first read, in ISO 8601. */
  readonly arrivedAt: string;
  /** When the source last had exactly these bytes, in ISO 8601. */
  readonly confirmedAt: string;
}

/**
 * How many days a file may remain unchanged. `isOutdated` is true if the file's newest day is already older
 * than that.
 */
interface Rhythm {
  readonly renewedWithinDays: number;
  readonly isOutdated: boolean;
  /**
   * True for files from the live source, except files for a fixed period. False for a folder, which may
   * contain past fiscal years.
   */
  readonly isRenewed: boolean;
  /** True if the operator saves the files to a folder. */
  readonly isOfFolder?: boolean;
}

/** Returns a file's problem; undefined if the file arrived and is as new as it should be. */
export function findSourceProblem(file: CheckedFile, rhythm: Rhythm): SourceProblem | undefined {
  const code = codeOf(file, rhythm);
  if (code === undefined) return undefined;
  const { what, next } = describeProblem(file, code, rhythm);
  const detail = code === 'other_file' ? `${file.other}` : file.reason;
  return { code, what: withDetail(what, code, detail), records: describeRecords(file, code), next };
}

function codeOf({ outcome, reason, checkedAt, copy, isOlder, other }: CheckedFile, rhythm: Rhythm) {
  if (outcome === 'gone' || outcome === 'held_back') return outcome;
  if (outcome === 'failed') return codeOfFailure(causeOf(reason));
  if (other !== undefined) return 'other_file';
  if (copy === undefined) return undefined;
  if (isOlder && rhythm.isRenewed) return 'older';
  const days = daysBetween(dayOf(copy.arrivedAt), dayOf(checkedAt));
  return rhythm.isOutdated || (rhythm.isRenewed && days > rhythm.renewedWithinDays) ? 'late' : undefined;
}

/** Returns the code of the reason why a download failed or a file was not requested. */
function causeOf(reason: string | null): string {
  return withoutNotAsked(reason ?? '').split(':')[0] ?? '';
}

function withoutNotAsked(reason: string): string {
  return reason.replace(/^not_asked: /, '');
}

function codeOfFailure(reason: string): SourceProblemCode {
  if (/^http_4(04|10)$/.test(reason)) return 'not_found';
  if (/^http_5\d\d$|^network$|^timeout$|^too_slow$|^out_of_time$/.test(reason)) return 'unreachable';
  if (/^http_|^redirect_refused$/.test(reason) || reasonForAll(reason)) return 'not_allowed';
  return FAILURES.get(reason) ?? 'failed';
}

const FAILURES: ReadonlyMap<string, SourceProblemCode> = new Map([
  ['html_instead_of_data', 'web_page'],
  ['truncated', 'incomplete'],
  ['empty', 'incomplete'],
  ['bad_content_type', 'wrong_kind'],
  ['too_large', 'too_large'],
  ['storage', 'not_stored'],
]);

const LOOK = 'Open its address in a browser.';
const AGAIN = 'The service tries again in six hours; `npm run cli -- import` tries now.';
const BY_HAND =
  '`npm run cli -- source list` prints every address: save the files with a browser or curl on another machine, and set REGULATOR_SOURCE to their folder.';

const HELD_BACK_IN_FOLDER =
  'See /operator/imports for the reason, and whether you can accept the file. Otherwise put a good copy into the folder.';

const TEXTS: Readonly<
  Record<
    Exclude<SourceProblemCode, 'late' | 'refused' | 'moved'>,
    { readonly what: string; readonly next: string }
  >
> = {
  not_found: {
    what: 'The regulator’s site has no such file.',
    next: `${LOOK} If the regulator moved or renamed it, the list of files needs its new address. ${AGAIN}`,
  },
  web_page: {
    what: 'The regulator’s site sent a web page instead of the file.',
    next: `${LOOK} The page says whether the site is being repaired or the file was moved. ${AGAIN}`,
  },
  incomplete: {
    what: 'Only a part of the file arrived.',
    next: `${AGAIN} If it lasts for days, contact the regulator.`,
  },
  unreachable: {
    what: 'The regulator’s site did not answer, was too slow, or answered with an error.',
    next: `Check that this server can reach the site. ${AGAIN}`,
  },
  not_allowed: {
    what: 'The regulator’s site refused the request.',
    next: `${LOOK} ${AGAIN}`,
  },
  wrong_kind: {
    what: 'The download is not a data file.',
    next: `${LOOK} ${AGAIN}`,
  },
  too_large: {
    what: 'The file is larger than the service accepts.',
    next: `${LOOK} If it is the right file, raise its limit in the list of files.`,
  },
  not_stored: {
    what: 'The file could not be stored here.',
    next: `Check free space and permissions of DATA_DIR. ${AGAIN}`,
  },
  gone: {
    what: 'The folder no longer has this file.',
    next: 'Put it back. If you removed it on purpose, run `npm run cli -- import --forget <name>`.',
  },
  held_back: {
    what: 'The file arrived and was refused.',
    next: 'See /operator/imports for the reason, and whether you can accept the file. A good file replaces it automatically. If it lasts for days, check the file at its source.',
  },
  other_file: {
    what: 'The regulator’s site has a different file in the place of this one.',
    next: `${LOOK} If it lasts for days, contact the regulator. ${AGAIN}`,
  },
  older: {
    what: 'The regulator’s site has an older copy of the file than the last one we read.',
    next: `Nothing to do if a newer one follows within days. ${AGAIN}`,
  },
  failed: {
    what: 'The file could not be fetched.',
    next: AGAIN,
  },
};

function describeProblem(file: CheckedFile, code: SourceProblemCode, rhythm: Rhythm) {
  if (code === 'late') return describeLate(file, rhythm);
  if (code === 'held_back' && rhythm.isOfFolder) return { ...TEXTS.held_back, next: HELD_BACK_IN_FOLDER };
  const reason = code === 'not_allowed' ? (file.reason ?? '') : '';
  switch (reasonForAll(causeOf(reason))) {
    case 'refused':
      return describeRefusal(reason);
    case 'moved':
      return describeMove(reason);
    case undefined:
      return TEXTS[code];
  }
}

/**
 * Returns the reason if a download failed because of the site and not because of the file; otherwise
 * undefined.
 */
function reasonForAll(reason: string): 'refused' | 'moved' | undefined {
  if (reason === 'moved') return 'moved';
  return /^(http_403|http_429|challenge)$/.test(reason) ? 'refused' : undefined;
}

/**
 * Describes why the site rejected the service. The text is the same for every file in a visit, so it appears
 * only once.
 */
function describeRefusal(reason: string) {
  const why = withoutNotAsked(reason);
  const wait = /retry after (\d+) s$/.exec(why)?.[1];
  const next = `${AGAIN} Set REGULATOR_CONTACT, so that the regulator can reach you. If it lasts: ${BY_HAND}`;
  if (why.startsWith('http_429')) {
    const later = wait === undefined ? 'later' : `in ${Math.ceil(Number(wait) / 60)} minutes`;
    return { what: `The regulator’s site asks for fewer requests, and a retry ${later} (429).`, next };
  }
  const how = why.startsWith('challenge') ? 'a challenge that only a browser passes' : '403';
  return { what: `The regulator’s site turns this service away (${how}).`, next };
}

function describeMove(reason: string) {
  const target = /sent on to (\S+)$/.exec(reason)?.[1] ?? 'another address';
  return {
    what: `The regulator’s site redirects this service to ${target}, which it does not follow automatically.`,
    next: `Open ${target} in a browser. If the regulator moved there, set REGULATOR_SOURCE to it. Otherwise: ${BY_HAND}`,
  };
}

function describeLate({ checkedAt, copy }: CheckedFile, { renewedWithinDays, isOfFolder }: Rhythm) {
  const days = copy ? daysBetween(dayOf(copy.arrivedAt), dayOf(checkedAt)) : 0;
  const since =
    days > renewedWithinDays
      ? `has been the same for ${days} days`
      : `its newest day is ${describeDay(copy?.fileDate ?? dayOf(checkedAt))}`;
  return {
    what: `The file was checked and ${since}; it should have been renewed by now.`,
    next: isOfFolder
      ? 'Save the regulator’s newest file into the folder. `npm run cli -- source list` prints its address.'
      : 'Nothing is wrong here. Look at the regulator’s page of files; if it has a newer one, the list of files needs its address.',
  };
}

function withDetail(what: string, code: SourceProblemCode, reason: string | null): string {
  if (reason === null || reason === '' || code === 'gone' || code === 'late') return what;
  if (code === 'not_allowed' && reasonForAll(causeOf(reason))) return what;
  return `${what} (${withoutNotAsked(reason)})`;
}

/** Describes the copy in use and when it was last confirmed. Never claims that the records are right. */
function describeRecords({ copy }: CheckedFile, code: SourceProblemCode): string {
  if (copy === undefined) return 'No copy was ever read, so the records lack its data.';
  const newest = copy.fileDate === null ? '' : `, whose newest day is ${describeDay(copy.fileDate)}`;
  const confirmed =
    code === 'late' ? '' : ` It was last found unchanged on ${describeDay(dayOf(copy.confirmedAt))}.`;
  return `The records use the copy read on ${describeDay(dayOf(copy.arrivedAt))}${newest}.${confirmed}`;
}

function dayOf(instant: string): IsoDate {
  return jurisdictionDay(new Date(instant));
}

interface NamedProblem {
  readonly name: string;
  readonly problem: SourceProblem;
  /** When the first of these files was last requested. */
  readonly checkedAt: string;
}

/** Problems that occur before a file is reached, and so usually affect many files together. */
const SHARED_CODES: ReadonlySet<SourceProblemCode> = new Set([
  ...(['not_found', 'web_page', 'incomplete', 'unreachable', 'not_allowed'] as const),
  ...(['wrong_kind', 'not_stored', 'failed'] as const),
]);
const NAMED_MAX = 3;

/**
 * Groups the problems of files into lines: one line for all files that failed for the same reason, and one
 * for every other file. `name` is the file's name, or the number of files followed by the first names.
 */
export function gatherProblems(
  files: readonly {
    readonly name: string;
    readonly problem: SourceProblem | null;
    readonly checked_at: string;
  }[],
): NamedProblem[] {
  const found = files.flatMap(({ name, problem, checked_at: checkedAt }) =>
    problem ? [{ name, problem, checkedAt }] : [],
  );
  const groups = Map.groupBy(found, ({ name, problem: { code, what } }) =>
    SHARED_CODES.has(code) ? withoutAddress(what) : name,
  );
  return [...groups].flatMap(([what, group]) => {
    const [first] = group;
    if (!first || group.length === 1) return group;
    const records = 'The records use earlier copies of these files, if any.';
    return { ...first, name: nameGroup(group), problem: { ...first.problem, what, records } };
  });
}

/** Removes the file's address from the start of a reason. */
function withoutAddress(what: string): string {
  return what.replace(/https?:\/\/\S+: /, '');
}

function nameGroup(group: readonly NamedProblem[]): string {
  const names = group.slice(0, NAMED_MAX).map(({ name }) => name);
  const others = group.length - names.length;
  return `${countNoun(group.length, 'file')} (${names.join(', ')}${others > 0 ? `, and ${others} more` : ''})`;
}
