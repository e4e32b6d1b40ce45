import { gatherProblems } from '../../intake/coverage/source-problems.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { RefreshOutcome } from '../../platform/telemetry-recorder.ts';
import type { Refresh } from './refresh.ts';

/** The maximum number of entries that a log line contains from each list. */
const MOST_NAMED = 20;

/** The log entry of a refresh. */
export type RefreshResult = ReturnType<typeof summarizeRefresh>;

export function summarizeRefresh({
  files,
  licenseChanges: _licenseChanges,
  licenseChangeKinds,
  source,
  withdrawn: _withdrawn,
  ...result
}: Refresh) {
  const listed = (wanted: string) =>
    files.flatMap(({ name, outcome, reason }) => (outcome === wanted ? [`${name}: ${reason}`] : []));
  return {
    ...result,
    files: files.length,
    heldBack: listed('held_back'),
    doubts: files.flatMap(({ name, outcome, findings }) =>
      outcome === 'published' ? findings.map(({ text }) => `${name}: ${text}`) : [],
    ),
    setAside: listed('set_aside'),
    notTakenIn: listed('withdrawn'),
    licenseChanges: Object.values(licenseChangeKinds).reduce((sum, count) => sum + count, 0),
    expected: source.length,
    problemFiles: source.filter(({ problem }) => problem !== null).length,
    problems: gatherProblems(source).map(({ name, problem }) => ({ name, ...problem })),
  };
}

/** Classifies the outcome of a refresh that finished. */
export function outcomeOfRefresh({ outcome, problems, heldBack }: RefreshResult): RefreshOutcome {
  if (outcome === 'failed') return 'failed';
  return problems.length === 0 && heldBack.length === 0 ? 'finished' : 'problems';
}

/**
 * Logs a refresh, as a warning that names the missing files if there are any. Only the first `MOST_NAMED`
 * entries in a list are named, and `notNamed` counts the rest. A line longer than 64 KiB could be split when
 * several workers write to the same pipe. The full list is in `/api/v1/coverage`.
 */
export function logRefresh(log: Pick<Logger, 'info' | 'warn'>, result: RefreshResult): void {
  const { problems, problemFiles, expected } = result;
  const skipped = result.skipped.filter(({ kind }) => kind !== 'other file');
  if (skipped.length > 0)
    log.warn(
      firstOfLists({ skipped }),
      'skipped some entries in the source folder: links, folders that cannot be opened, pipes, sockets and devices',
    );
  if (problems.length === 0) log.info({ result: firstOfLists(result) }, 'refresh finished');
  else
    log.warn(
      { result: firstOfLists(result) },
      `refresh finished with problems in ${problemFiles} of ${expected} source files`,
    );
}

function firstOfLists(values: object): object {
  const entries = Object.entries(values);
  const notNamed = entries.flatMap(([key, value]) =>
    Array.isArray(value) && value.length > MOST_NAMED ? [[key, value.length - MOST_NAMED] as const] : [],
  );
  return {
    ...Object.fromEntries(
      entries.map(([key, value]) => [key, Array.isArray(value) ? value.slice(0, MOST_NAMED) : value]),
    ),
    ...(notNamed.length > 0 && { notNamed: Object.fromEntries(notNamed) }),
  };
}
