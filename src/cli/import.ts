import { asOfDay } from '../config.ts';
import { publishDemo, type Refresh, type RefreshContext, readFiles, refresh } from '../jobs/refresh.ts';
import type { IsoDate } from '../lib/dates.ts';
import type { SourceFileState } from '../registry/intake/coverage-schemas.ts';
import { findFiles } from '../registry/intake/files-service.ts';
import type { FileOutcome } from '../registry/intake/import-service.ts';
import { forgetSourceFile } from '../registry/intake/source-files-service.ts';
import { type Publication, publish } from '../registry/publication/service.ts';
import { EXIT, type Output } from './output.ts';

const CHANGES_SHOWN = 12;

/** Imports files and folders, by default everything the configured source has. Returns the exit code. */
export async function importCommand(
  context: RefreshContext,
  options: { readonly from: readonly string[]; readonly asOf: IsoDate | undefined },
  output: Output,
): Promise<number> {
  if (options.from.length === 0) return report(await refresh({ ...context, force: true }), output);
  const paths = await findFiles(options.from);
  if (paths.length === 0) throw new Error(`There is no file at or below ${options.from.join(', ')}.`);
  const files = await readFiles(paths, context);
  const asOf = options.asOf ?? asOfDay(context.config, context.now());
  return report(await publish(context.database, { files, asOf, now: context.now }), output);
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
    '',
    ...changeLines(publication),
    ...sourceLines(source),
    hasNothing(source) ? nothingLine(publication) : outcomeLine(publication),
  ]);
  if (publication.outcome === 'failed' || hasNothing(source)) return EXIT.failed;
  const isHeldBack = publication.files.some(({ outcome }) => outcome === 'held_back');
  return isHeldBack || source.some(({ problem }) => problem !== null) ? EXIT.partial : EXIT.done;
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
  const head = `${file.outcome.replace('_', ' ').padEnd(9)} ${file.name}  [${file.slot}${file.fileDate ? `, newest date ${file.fileDate}` : ''}]`;
  return [
    head,
    `          ${rows}, refused ${tally(file.refusals)}`,
    ...(Object.keys(file.warnings).length > 0 ? [`          noted: ${tally(file.warnings)}`] : []),
    ...(file.reason ? [`          ${file.reason}`] : []),
  ].join('\n');
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
      return 'FAILED: no file could be published; nothing was changed.';
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
