import { userInfo } from 'node:os';
import path from 'node:path';
import { asOfDay } from '../../config.ts';
import type { OperatorReason } from '../../intake/check/judge-file.ts';
import { findFiles, findSkipped } from '../../intake/fetch/disk-files-service.ts';
import { forgetSourceFile } from '../../intake/fetch/source-files-service.ts';
import { findFileToWithdraw, whyNotAcceptable } from '../../intake/log/named-files-service.ts';
import { nameOfFile, publishDemo, refresh, withFilesAt } from '../../jobs/refresh/refresh.ts';
import { dayOfRun, type RefreshContext } from '../../jobs/refresh/refresh-context.ts';
import { type IsoDate, jurisdictionDay } from '../../lib/time/dates.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { publish } from '../../records/publication/service.ts';
import { EXIT, type Output } from '../output.ts';
import type { OwnProcess } from '../shell.ts';
import { report, skippedLines } from './import-report.ts';

export interface ImportOptions {
  readonly from: readonly string[];
  readonly accept?: string;
  readonly withdraw?: string;
  readonly because?: string;
  readonly by?: string;
  readonly asOf?: IsoDate;
}

/** Returns what is wrong with a combination of options; undefined if the combination is valid. */
export function wrongUseOfImport(
  { from, accept, withdraw, because, asOf }: ImportOptions,
  today: IsoDate,
): string | undefined {
  const wrongDay = wrongAsOf(asOf, today);
  if (wrongDay !== undefined) return wrongDay;
  const decides = accept !== undefined || withdraw !== undefined;
  if ([from.length > 0, accept !== undefined, withdraw !== undefined].filter(Boolean).length > 1)
    return 'use one of --from, --accept and --withdraw at a time';
  if (decides && because === undefined) return '--accept and --withdraw need --because <reason>';
  return !decides && because !== undefined ? '--because belongs to --accept or --withdraw' : undefined;
}

/**
 * Returns what is wrong with an as-of day. The day cannot be in the future, even for fictional records: an
 * import rejects future visits, and holds back files that contain many of them.
 */
export function wrongAsOf(asOf: IsoDate | undefined, today: IsoDate): string | undefined {
  return asOf !== undefined && asOf > today
    ? `--as-of is ${asOf}; it must be today (${today}) or an earlier day`
    : undefined;
}

/**
 * Imports the given files and folders or, if none are given, the configured source's files. Returns the exit
 * code.
 */
export async function importCommand(
  context: RefreshContext,
  options: ImportOptions,
  output: Output,
  ownProcess: OwnProcess,
): Promise<number> {
  ownProcess.limitHeapGrowth();
  // If records have been published, a service may be serving requests, so the import runs in the background.
  // During a first import, people are waiting for the records.
  if (await findPublishedState(context.database.published.db)) await ownProcess.runInBackground();
  const { from, accept, withdraw } = options;
  const decision = { by: options.by ?? accountName(), because: options.because ?? '' };
  // Without --as-of, the day does not change: a withdrawal only removes what one file contributed.
  if (withdraw !== undefined)
    return withdrawCommand(context, withdraw, { ...chosenDay(context, options), decision }, output);
  const chosen = chosenDay(context, options);
  const day = dayOfRun({ ...context, day: chosen });
  if (accept !== undefined) return acceptCommand(context, accept, { ...day, decision }, output);
  if (from.length === 0) {
    const { dataDir, regulatorSource } = context.config;
    const folder = regulatorSource.type === 'url' ? path.join(dataDir, 'regulator') : undefined;
    const pathOf = (name: string) => folder && path.join(folder, name);
    return report(await refresh({ ...context, force: true, day: chosen }), output, { pathOf });
  }
  const paths = await findFiles(from);
  const skipped = await findSkipped(from);
  if (paths.length === 0)
    throw new Error(
      [`There is no file at or below ${from.join(', ')}.`, ...skippedLines(skipped)].join('\n'),
    );
  const publication = await withFilesAt(paths, context, (files) =>
    publish(context.database, { ...day, now: context.now, files }),
  );
  return report({ ...publication, skipped }, output, {
    pathOf: (name) => paths.find((each) => nameOfFile(each) === name),
  });
}

interface ChosenDay {
  readonly asOf?: IsoDate;
  readonly keepAsOf?: boolean;
}

/**
 * Returns the day given with --as-of, which later runs keep unless the day is today or later. Returns an
 * empty object without the option.
 */
function chosenDay({ now }: RefreshContext, { asOf }: ImportOptions): ChosenDay {
  return asOf === undefined ? {} : { asOf, keepAsOf: asOf < jurisdictionDay(now()) };
}

interface Decided extends ChosenDay {
  readonly decision: OperatorReason;
}

async function withdrawCommand(
  { database, now }: RefreshContext,
  named: string,
  { decision, ...day }: Decided,
  output: Output,
): Promise<number> {
  const file = await findFileToWithdraw(database.db, named);
  if (!file.found) throw new Error(file.message);
  const withdrawal = { ...decision, fileId: file.file.id };
  return report(await publish(database, { ...day, now, files: [], withdrawal }), output);
}

async function acceptCommand(
  context: RefreshContext,
  file: string,
  { decision: acceptance, ...day }: Decided,
  output: Output,
): Promise<number> {
  const { database, now } = context;
  const paths = await findFiles([file]);
  if (paths.length !== 1) throw new Error(`${file} is not one file; accept one at a time.`);
  const publication = await withFilesAt(paths, context, async (files) => {
    if (files.length > 1)
      throw new Error(`${file} is a zip of ${files.length} files. Unpack it, and accept one of them.`);
    const whyNot = await whyNotAcceptable(database.db, files[0]?.sha256 ?? '');
    if (whyNot !== undefined)
      throw new Error(`${file}: ${whyNot} Nothing was changed, and the reason was not stored.`);
    return publish(database, { ...day, now, files, acceptance });
  });
  return report(publication, output, { isAcceptance: true });
}

/** Returns the name of the user account, which may be missing in a container. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'command line';
  }
}

/** Writes and publishes fictional files. Fails if the service has real records. */
export async function demoCommand(
  context: RefreshContext,
  options: {
    directory: string;
    asOf: IsoDate | undefined;
    vendorCount: number;
    seed: number;
    months: number;
  },
  output: Output,
): Promise<number> {
  const asOf = options.asOf ?? asOfDay(context.config, context.now());
  return report(await publishDemo(context, options.directory, asOf, options), output);
}

/**
 * Stops expecting a file that was deliberately removed from the source. Records made from the file are kept.
 */
export async function forgetCommand(
  { database }: RefreshContext,
  name: string,
  output: Output,
): Promise<number> {
  const isForgotten = await forgetSourceFile(database.db, name);
  const text = isForgotten
    ? `${name} is no longer expected. What was read from it stays on record.`
    : `The source has no file ${name}; /api/v1/coverage lists the names.`;
  output.result({ name, forgotten: isForgotten }, () => [text]);
  return isForgotten ? EXIT.done : EXIT.failed;
}
