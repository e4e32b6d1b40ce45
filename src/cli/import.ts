import { userInfo } from 'node:os';
import { asOfDay } from '../config.ts';
import { publishDemo, type Refresh, type RefreshContext, readFiles, refresh } from '../jobs/refresh.ts';
import type { IsoDate } from '../lib/dates.ts';
import type { SourceFileState } from '../registry/intake/coverage-schemas.ts';
import { findFiles } from '../registry/intake/files-service.ts';
import type { FileOutcome } from '../registry/intake/judge-file.ts';
import { forgetSourceFile } from '../registry/intake/source-files-service.ts';
import { canBeAccepted, findFileByName } from '../registry/intake/withdrawals-service.ts';
import { type Publication, publish } from '../registry/publication/service.ts';
import { EXIT, type Output } from './output.ts';

const CHANGES_SHOWN = 12;

export interface ImportOptions {
  readonly from: readonly string[];
  readonly accept?: string;
  readonly withdraw?: string;
  readonly because?: string;
  readonly by?: string;
  readonly asOf?: IsoDate;
}

/** What is wrong with the options together; undefined when they fit. */
export function wrongUseOfImport({ from, accept, withdraw, because }: ImportOptions): string | undefined {
  const decides = accept !== undefined || withdraw !== undefined;
  if ([from.length > 0, accept !== undefined, withdraw !== undefined].filter(Boolean).length > 1)
    return 'use one of --from, --accept and --withdraw at a time';
  if (decides && because === undefined) return '--accept and --withdraw need --because <reason>';
  return !decides && because !== undefined ? '--because belongs to --accept or --withdraw' : undefined;
}

/** Imports files and folders; without any, whatever the configured source has. Returns the exit code. */
export async function importCommand(
  context: RefreshContext,
  options: ImportOptions,
  output: Output,
): Promise<number> {
  const { from, accept, withdraw } = options;
  const asOf = options.asOf ?? asOfDay(context.config, context.now());
  const run = { asOf, now: context.now };
  const decision = { by: options.by ?? accountName(), because: options.because ?? '' };
  if (withdraw !== undefined) {
    const named = await findFileByName(context.database.db, withdraw);
    if (!named.found) throw new Error(named.message);
    const withdrawal = { ...decision, fileId: named.file.id };
    return report(await publish(context.database, { ...run, files: [], withdrawal }), output);
  }
  if (accept !== undefined) {
    const paths = await findFiles([accept]);
    if (paths.length !== 1) throw new Error(`${accept} is not one file; accept one at a time.`);
    const files = await readFiles(paths, context);
    if (!(await canBeAccepted(context.database.db, files[0]?.sha256 ?? '')))
      throw new Error(
        `${accept}: these bytes were not held back, set aside or withdrawn before, so there is nothing to accept, and nothing ` +
          `was changed. Read the file with --from first; a file that changed since it was held back is a new one.`,
      );
    return report(await publish(context.database, { ...run, files, acceptance: decision }), output);
  }
  if (from.length === 0) return report(await refresh({ ...context, force: true }), output);
  const paths = await findFiles(from);
  if (paths.length === 0) throw new Error(`There is no file at or below ${from.join(', ')}.`);
  return report(await publish(context.database, { ...run, files: await readFiles(paths, context) }), output);
}

/** The account on this machine; a container may have none by name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'command line';
  }
}

/** Writes the fictional files and publishes them; refused when the service has real records. */
export async function demoCommand(
  context: RefreshContext,
  options: { directory: string; asOf: IsoDate | undefined; vendorCount: number; seed: number },
  output: Output,
): Promise<number> {
  const asOf = options.asOf ?? asOfDay(context.config, context.now());
  return report(await publishDemo(context, options.directory, asOf, options), output);
}

/** No longer expects a file that was removed from the source on purpose. Records made from it stay. */
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

function report(publication: Publication & Partial<Refresh>, output: Output): number {
  const source = publication.source ?? [];
  output.clearProgress();
  output.result(publication, () => [
    ...publication.files.map(fileLine),
    ...withdrawnLines(publication),
    '',
    ...changeLines(publication),
    ...sourceLines(source),
    hasNothing(source) ? nothingLine(publication) : outcomeLine(publication),
  ]);
  if (publication.outcome === 'failed' || hasNothing(source)) return EXIT.failed;
  const isOut = ({ outcome }: FileOutcome) => outcome === 'held_back' || outcome === 'withdrawn';
  return publication.files.some(isOut) ||
    hasEmptySlot(publication) ||
    source.some(({ problem }) => problem !== null)
    ? EXIT.partial
    : EXIT.done;
}

/** Whether a withdrawal left no file in its place. Observations have no lasting place. */
function hasEmptySlot({ withdrawn }: Publication): boolean {
  return withdrawn !== null && withdrawn.inUse === null && withdrawn.kind !== 'observations';
}

/** Whether files were expected and none of them could be had. */
function hasNothing(source: readonly SourceFileState[]): boolean {
  return source.length > 0 && source.every(({ outcome }) => outcome === 'failed' || outcome === 'gone');
}

/** Each file that did not come, was refused or is late, and what to do; what is right is only counted. */
function sourceLines(source: readonly SourceFileState[]): string[] {
  if (source.length === 0) return [];
  const problems = source.flatMap(({ name, problem }) =>
    problem
      ? [
          `PROBLEM   ${name}: ${problem.what}`,
          `          ${problem.records}`,
          `          Do: ${problem.next}`,
        ]
      : [],
  );
  const counts: Record<string, number> = {};
  for (const { outcome } of source) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return [`source: ${tally(counts)} files`, ...problems, ''];
}

function nothingLine({ vendors, version }: Publication): string {
  return version === 0
    ? 'FAILED: no file of the source could be had, and nothing was ever published.'
    : `FAILED: no file of the source could be had; version ${version} with ${vendors} vendors rests on earlier files.`;
}

function fileLine(file: FileOutcome): string {
  const rows = `read ${file.rowsRead}, kept ${file.rowsKept}, other license types ${file.rowsOther}`;
  const number = file.id === null ? '' : `, file ${file.id}`;
  const head = `${file.outcome.replace('_', ' ').padEnd(9)} ${file.name}  [${file.slot}${file.fileDate ? `, newest date ${file.fileDate}` : ''}${number}]`;
  return [
    head,
    `          ${rows}, refused ${tally(file.refusals)}`,
    ...(Object.keys(file.warnings).length > 0 ? [`          noted: ${tally(file.warnings)}`] : []),
    ...(file.reason ? [`          ${file.reason}`] : []),
    ...(file.accepted ? [`          accepted by ${file.accepted.by}: ${file.accepted.because}`] : []),
    ...(file.outcome === 'withdrawn' ? ['          --accept takes it in again'] : []),
  ].join('\n');
}

function withdrawnLines(publication: Publication): string[] {
  const { withdrawn } = publication;
  if (!withdrawn) return [];
  const { inUse, name, slot, id, by, because, notRestored } = withdrawn;
  const lost = notRestored.map((file) => `${file.name} (file ${file.id})`);
  return [
    `withdrawn ${name}  [${slot}, file ${id}]`,
    `          by ${by}: ${because}`,
    ...(inUse ? [`          Now in use: ${inUse.name} (file ${inUse.id})`] : []),
    ...(hasEmptySlot(publication) ? [`WARNING   ${emptySlotText(slot)}`] : []),
    ...(lost.length === 0
      ? []
      : [
          `          Rows that it had replaced in older files are no longer stored. To restore them, import again: ${lost.slice(-4).join(', ')}.`,
        ]),
  ];
}

function emptySlotText(slot: string): string {
  const [, district] = /^licenses:district-(\d+)$/.exec(slot) ?? [];
  return district === undefined
    ? `No file of ${slot} is left: nothing on record rests on one.`
    : `No license file of district ${district} is left: every license of it is unconfirmed.`;
}

function changeLines({ licenseChanges }: Publication): string[] {
  if (licenseChanges.length === 0) return [];
  const kinds: Record<string, number> = {};
  for (const { kind } of licenseChanges) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const shown = licenseChanges
    .filter(({ kind }) => kind !== 'new')
    .slice(0, CHANGES_SHOWN)
    .map(({ number, kind, before, after }) => `  ${number} ${kind}: ${before} → ${after}`);
  return [`licenses changed: ${tally(kinds)} (all of them with --json)`, ...shown, ''];
}

function outcomeLine({
  outcome,
  vendors,
  version,
  recordsWritten,
  recordsRemoved,
  fictional,
}: Publication): string {
  switch (outcome) {
    case 'failed':
      return 'FAILED: no file could be published; what is shown was not changed.';
    case 'unchanged':
      return `Nothing new: ${vendors} vendors, version ${version} stays.`;
    case 'published':
      return `Published version ${version}: ${vendors} ${fictional ? 'fictional ' : ''}vendors, ${recordsWritten} records written, ${recordsRemoved} removed.`;
  }
}

function tally(counts: Readonly<Record<string, number>>): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(counts).map(([reason, count]) => `${reason} ${count}`);
  return parts.length === 0 ? '0' : `${total} (${parts.join(', ')})`;
}
