import path from 'node:path';
import type { FileOutcome } from '../../intake/check/judge-file.ts';
import { explainWarning } from '../../intake/coverage/explain-warning.ts';
import type { SourceFileState } from '../../intake/coverage/schemas.ts';
import { gatherProblems } from '../../intake/coverage/source-problems.ts';
import type { SkippedEntry } from '../../intake/fetch/disk-files-service.ts';
import { verdictChangesText } from '../../intake/log/verdict-changes.ts';
import type { WithdrawnFile } from '../../intake/log/withdrawals-service.ts';
import type { Refresh } from '../../jobs/refresh/refresh.ts';
import { countNoun, markUnseen } from '../../lib/text/text.ts';
import type { Publication } from '../../records/publication/service.ts';
import { EXIT, type Output } from '../output.ts';

/** Formats the output of `import` and `demo`. */

const CHANGES_SHOWN = 12;
const FILES_NAMED = 4;

interface ReportOptions {
  /** True if an operator accepted the file during this run. */
  readonly isAcceptance?: boolean;
  /** Returns the path of the file with this name, if the path is known. */
  readonly pathOf?: (name: string) => string | undefined;
}

/** Prints a run's results and the next steps, and returns the exit code. */
export function report(
  publication: Publication & Partial<Refresh>,
  output: Output,
  options: ReportOptions = {},
): number {
  const source = publication.source ?? [];
  output.clearProgress();
  output.result(publication, () => [
    ...publication.files.map((file) => fileLines(file, options).join('\n')),
    ...withdrawnLines(publication),
    '',
    ...changeLines(publication),
    ...verdictLines(publication),
    ...skippedLines(publication.skipped ?? []),
    ...sourceLines(source),
    hasNothing(source) ? nothingLine(publication) : outcomeLine(publication),
  ]);
  const isTooLate = options.isAcceptance && publication.files.some(({ outcome }) => outcome === 'unchanged');
  if (publication.outcome === 'failed' || isTooLate || hasNothing(source)) return EXIT.failed;
  const isOut = ({ outcome }: FileOutcome) => outcome === 'held_back' || outcome === 'withdrawn';
  return publication.files.some(isOut) ||
    hasEmptySlot(publication) ||
    source.some(({ problem }) => problem !== null)
    ? EXIT.partial
    : EXIT.done;
}

/** Returns true if a withdrawal left no file in its place. Observation files do not have a lasting slot. */
function hasEmptySlot({ withdrawn }: Publication): boolean {
  return withdrawn !== null && withdrawn.inUse === null && withdrawn.kind !== 'observations';
}

/** Returns true if files were expected and none of them was available. */
function hasNothing(source: readonly SourceFileState[]): boolean {
  return source.length > 0 && source.every(({ outcome }) => outcome === 'failed' || outcome === 'gone');
}

/**
 * Lists each file that is missing, was rejected, or is late, along with a remedy. Other files are only
 * counted.
 */
function sourceLines(source: readonly SourceFileState[]): string[] {
  if (source.length === 0) return [];
  const problems = gatherProblems(source).flatMap(({ name, problem }) => [
    `PROBLEM   ${name}: ${problem.what}`,
    `          ${problem.records}`,
    `          Do: ${problem.next}`,
  ]);
  const counts: Record<string, number> = {};
  for (const { outcome } of source) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return [`files of the source: ${tally(counts)}`, ...problems, ''];
}

/**
 * Returns one line for each folder entry that was not read, and a single line for all files that are not
 * data.
 */
export function skippedLines(skipped: readonly SkippedEntry[]): string[] {
  const others = skipped
    .filter(({ kind }) => kind === 'other file')
    .map((entry) => path.basename(entry.path));
  return [
    ...skipped.flatMap((entry) => (entry.kind === 'other file' ? [] : [skippedLine(entry.path, entry.kind)])),
    ...(others.length === 0
      ? []
      : [`IGNORED   ${countNoun(others.length, 'file')} by name: ${markUnseen(nameSome(others))}`]),
  ];
}

function skippedLine(at: string, kind: keyof typeof WHY_SKIPPED): string {
  return `SKIPPED   ${markUnseen(at)} is a ${kind}; ${WHY_SKIPPED[kind]}`;
}

function nameSome(names: readonly string[]): string {
  const others = names.length - FILES_NAMED;
  return `${names.slice(0, FILES_NAMED).join(', ')}${others > 0 ? `, and ${others} more` : ''}`;
}

const IS_NO_FILE = 'only files are read. Do: put what should be read into a file.';
const WHY_SKIPPED: Readonly<Record<Exclude<SkippedEntry['kind'], 'other file'>, string>> = {
  'closed folder': 'this account may not open it. Do: let it, or move the folder elsewhere.',
  'symbolic link':
    'links in a folder are not followed. Do: name it itself after --from, or put the file in its place.',
  'named pipe': IS_NO_FILE,
  socket: IS_NO_FILE,
  device: IS_NO_FILE,
};

function nothingLine({ vendors, version }: Publication): string {
  return version === 0
    ? 'FAILED: no file of the source is available, and nothing was ever published.'
    : `FAILED: no file of the source is available; version ${version} with ${countNoun(vendors, 'vendor')} rests on earlier files.`;
}

function fileLines(file: FileOutcome, options: ReportOptions): string[] {
  const rows = `read ${file.rowsRead}, kept ${file.rowsKept}, other license types ${file.rowsOther}`;
  const number = file.id === null ? '' : `, file ${file.id}`;
  const head = `${file.outcome.replace('_', ' ').padEnd(9)} ${file.name}  [${file.slot}${file.fileDate ? `, newest date ${file.fileDate}` : ''}${number}]`;
  return [
    head,
    `          ${rows}, refused ${tally(file.refusals)}`,
    ...Object.entries(file.warnings).map(
      ([code, count]) => `          noted: ${code} in ${countNoun(count, 'row')}: ${explainWarning(code)}`,
    ),
    ...doubtLines(file),
    ...[file.reason, ...acceptanceTexts(file, options)].flatMap((text) =>
      text === null ? [] : [`          ${text}`],
    ),
  ];
}

/** Returns the concerns or warnings about a published file. */
function doubtLines({ outcome, findings }: FileOutcome): string[] {
  return outcome === 'published' ? findings.map(({ text }) => `          DOUBT: ${text}`) : [];
}

/**
 * Returns who accepted the file and which bounds that overrides, or how to accept it, or why the reason is
 * not on record.
 */
function acceptanceTexts(file: FileOutcome, { isAcceptance, pathOf }: ReportOptions): string[] {
  const { accepted, name, outcome } = file;
  if (accepted)
    return [
      `Accepted on ${accepted.at.slice(0, 10)} by ${accepted.by} because: ${accepted.because}`,
      accepted.released === null
        ? 'It had been withdrawn, and breaks no bound.'
        : `Bounds released: ${accepted.released}`,
    ];
  if (isAcceptance && outcome === 'held_back') return ['Nothing was changed, and the reason was not stored.'];
  if (isAcceptance && outcome === 'unchanged')
    return ['Another run imported it in the meantime; the reason was not stored.'];
  if (isAcceptance)
    return ['It breaks no bound any more, so it was read like any other file; the reason was not stored.'];
  if (!file.canBeAccepted) return [];
  const place = quote(pathOf?.(name)) ?? `<path of ${name}>`;
  return [`To accept it: npm run cli -- import --accept ${place} --because <reason>`];
}

/** Quotes a path for use in a shell. */
function quote(text: string | undefined): string | undefined {
  return text === undefined || /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function withdrawnLines(publication: Publication): string[] {
  const { withdrawn } = publication;
  if (!withdrawn) return [];
  const { inUse, name, slot, id, by, because } = withdrawn;
  const restoring = restoringText(withdrawn);
  return [
    `withdrawn ${name}  [${slot}, file ${id}]`,
    `          by ${by}: ${because}`,
    ...(inUse
      ? [`          ${withdrawn.wasNewest ? 'Now' : 'Still'} in use: ${inUse.name} (file ${inUse.id})`]
      : []),
    ...(hasEmptySlot(publication) ? [`WARNING   ${emptySlotText(slot)}`] : []),
    ...(restoring === undefined ? [] : [`          ${restoring}`]),
  ];
}

/**
 * Describes which data may be missing because rows of older files were deleted, and how to restore that data.
 */
function restoringText({ inUse, wasNewest, notRestored }: WithdrawnFile): string | undefined {
  if (notRestored.length === 0) return undefined;
  const files = notRestored.slice(-FILES_NAMED).map(({ id, name }) => `${name} (file ${id})`);
  const others = notRestored.length - files.length;
  const list = `${files.join(', ')}${others > 0 ? `, and ${countNoun(others, 'older one')} (--json lists them)` : ''}`;
  const lost = 'Rows of older files that it had replaced are no longer stored.';
  if (inUse && !wasNewest)
    return `${lost} ${inUse.name} is newer and stays in use, so only what it does not list can be missing. To have that back, import again: ${list}.`;
  if (inUse)
    return `${lost} Of ${inUse.name}, only the rows still stored count. To have the others back, import again: ${list}.`;
  return `${lost} To have them back, import again: ${list}.`;
}

function emptySlotText(slot: string): string {
  const [, district] = /^licenses:district-(\d+)$/.exec(slot) ?? [];
  return district === undefined
    ? `No file of ${slot} is left: nothing on record rests on one.`
    : `No license file of district ${district} is left: every license of it is unconfirmed.`;
}

function changeLines({ licenseChanges, licenseChangeKinds: kinds }: Publication): string[] {
  if (licenseChanges.length === 0) return [];
  const shown = licenseChanges
    .filter(({ kind }) => kind !== 'new')
    .slice(0, CHANGES_SHOWN)
    .map(({ number, kind, before, after }) => `  ${number} ${kind}: ${before} → ${after}`);
  const all = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  const listed =
    all > licenseChanges.length ? `the first ${licenseChanges.length.toLocaleString('en-US')}` : 'all';
  return [`licenses changed: ${tally(kinds)} (${listed} of them with --json)`, ...shown, ''];
}

/** Counts verdicts as of the records' own day, because no verdict is CLEAR or CONDITIONAL much later. */
function verdictLines({ outcome, verdictChanges, asOf }: Publication): string[] {
  return outcome === 'failed' ? [] : [`verdicts as of ${asOf}: ${verdictChangesText(verdictChanges)}`, ''];
}

function outcomeLine({
  files,
  outcome,
  vendors,
  version,
  recordsWritten,
  recordsRemoved,
  fictional,
  asOf,
  asOfBefore,
  ...reached
}: Publication): string {
  switch (outcome) {
    case 'failed':
      return `FAILED: no file could be published; the published records were not changed. ${nextStep(files)}`;
    case 'unchanged':
      return `Nothing new: ${countNoun(vendors, 'vendor')}, version ${version} stays.`;
    case 'published':
      return `Published version ${version}: ${countNoun(vendors, fictional ? 'fictional vendor' : 'vendor')}, ${countNoun(recordsWritten, 'record')} written, ${recordsRemoved} removed, as of ${asOf}${asOfBefore === null || asOfBefore === asOf ? '' : ` (before: ${asOfBefore})`}.${describeReach(asOf, reached)}`;
  }
}

function describeReach(
  asOf: string,
  { recordsReachTo: reach, partlyRead }: Pick<Publication, 'recordsReachTo' | 'partlyRead'>,
): string {
  const read = partlyRead === null ? '' : ` Files read: ${partlyRead}.`;
  if (reach === null || reach === asOf) return read;
  return partlyRead === null
    ? ` The records of every district reach to ${reach}.`
    : `${read} They reach to ${reach}.`;
}

function nextStep(files: readonly FileOutcome[]): string {
  return files.some(({ outcome }) => outcome === 'held_back')
    ? 'Do: see above what is wrong with each file. Import a good copy, or accept the file where it says how.'
    : 'Do: import license or inspection files; none of these has a food truck, hot dog cart or caterer.';
}

function tally(counts: Readonly<Record<string, number>>): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(counts).map(([reason, count]) => `${reason} ${count}`);
  return parts.length === 0 ? '0' : `${total} (${parts.join(', ')})`;
}
