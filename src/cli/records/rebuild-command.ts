import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type Config, loadConfig } from '../../config.ts';
import { hashFileList } from '../../decisions/log/entries.ts';
import { findFiles } from '../../intake/fetch/disk-files-service.ts';
import { type LoggedPublication, listLoggedPublications } from '../../intake/log/runs-service.ts';
import { withFilesAt } from '../../jobs/refresh/refresh.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openLedger } from '../../platform/db/open.ts';
import { parseProof } from '../../proof/checkpoint.ts';
import { publish } from '../../records/publication/service.ts';
import { findFactsAndScorecard } from '../../records/read/service.ts';
import { hashedText } from '../../records/record/check-record.ts';
import { asOfOption } from '../options.ts';
import { EXIT } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';

interface RebuildOptions {
  readonly files: readonly string[];
  readonly asOf?: IsoDate;
  readonly publishedAt?: Date;
  readonly loading: readonly string[];
  /** The file that contains a receipt's proof, which names the publication and the record. */
  readonly proof?: string;
  /** The file that the proof's record is written to. */
  readonly record?: string;
  readonly json: boolean;
}

/**
 * Adds `rebuild`, which computes what the public log must contain for a day's records, using only the
 * regulator's files.
 */
export function addRebuildCommand(program: Command, shell: Shell, result: { exitCode: number }): void {
  program
    .command('rebuild')
    .description(
      'build the records of a day from regulator files and print their root hash, to compare with the public log',
    )
    .requiredOption('--files <paths...>', 'the files that the log names, and no others, or folders of them')
    .option('--proof <file>', 'the proof of a receipt: compare with the publication that it names')
    .option('--record <file>', 'with --proof, write the record of the receipt to a file')
    .option('--as-of <day>', '`as_of` of the publication (YYYY-MM-DD); with --proof it is known', asOfOption)
    .option(
      '--published-at <time>',
      '`published_at` of the publication; noon of that day unless given',
      timeOption,
    )
    .option('--loading <years...>', '`loading_years` of the publication', [])
    .option('--json', 'as JSON', false)
    .action(async (options: RebuildOptions, command: Command) => {
      const output = openOutput(shell, options.json);
      const proven = options.proof === undefined ? undefined : readProven(options.proof);
      const wanted = proven?.publication ?? toWanted(options);
      if (!wanted) command.error('error: give --as-of or --proof.', { exitCode: EXIT.usage });
      if (options.record !== undefined && existsSync(options.record))
        command.error(`error: ${options.record} exists already, and is not overwritten.`, {
          exitCode: EXIT.usage,
        });
      const config = loadConfig(shell.environment);
      const { publication, record } = await rebuild(config, options.files, wanted, proven?.record, (...at) =>
        output.progress(...at),
      );
      output.clearProgress();
      const { files, ...rest } = publication;
      const filesSha256 = hashFileList(files);
      const found = proven && compare(publication, filesSha256, proven, record);
      if (options.record !== undefined && record && found !== 'other_files')
        writeFileSync(options.record, record.text, { flag: 'wx' });
      output.result(
        { ...rest, files_count: files.length, files_sha256: filesSha256, ...(found ? { found } : {}) },
        () => [
          `root hash     ${publication.root_hash}`,
          `records       ${publication.records}, as of ${publication.as_of}`,
          `files         ${files.length}`,
          `files sha256  ${filesSha256}`,
          ...(found ? [FOUND[found]] : []),
          ...(found === 'other_files' ? listDifferences(files, proven?.publication.files) : []),
        ],
      );
      result.exitCode = found === undefined || found === 'same' ? EXIT.done : EXIT.failed;
    });
}

const FOUND = {
  same: 'THE SAME AS IN THE LOG: these files give the records that the log names, and the record of the receipt is one of them.',
  other_files: 'OTHER FILES: these are not the files that the log names.',
  other_records:
    'NOT WHAT THE LOG SAYS: these are the files that the log names, but the records made from them have another root hash.',
  other_record:
    'NOT WHAT THE RECEIPT SAYS: the records match the log, but the record of the receipt is not one of them.',
} as const;

type Wanted = Pick<LoggedPublication, 'as_of' | 'published_at' | 'loading_years'>;

interface Proven {
  readonly publication: Pick<LoggedPublication, 'as_of' | 'published_at' | 'loading_years' | 'root_hash'> & {
    readonly files_sha256: string;
    /** The SHA-256 of each file; missing if there were too many for the log. */
    readonly files?: readonly string[];
  };
  /** The record that the receipt refers to. */
  readonly record: { readonly id: string; readonly sha256: string };
}

interface RebuiltRecord {
  readonly sha256: string;
  /** The text that is hashed. */
  readonly text: string;
}

/**
 * Reads which publication a proof names. To check its signatures and paths, use `vendor-compliance verify`.
 */
function readProven(file: string): Proven {
  const extra = parseProof(readFileSync(file, 'utf8'))?.extra;
  if (!extra) throw new Error(`${file} does not show which publication the record of the receipt is in.`);
  const { publication, record } = JSON.parse(Buffer.from(extra).toString());
  const [id = '', sha256 = ''] = String(record.entry).split(' ');
  return { publication: JSON.parse(publication.entry), record: { id, sha256 } };
}

/**
 * Returns the publication described by the options. The default time is 17:00 UTC, which is about noon in the
 * jurisdiction.
 */
function toWanted({ asOf, publishedAt, loading }: RebuildOptions): Wanted | undefined {
  if (asOf === undefined) return undefined;
  const published_at = publishedAt?.toISOString() ?? `${asOf}T17:00:00Z`;
  return { as_of: asOf, published_at, loading_years: loading };
}

/** Lists the SHA-256 of each file that is only in the log or only here. */
function listDifferences(here: readonly string[], logged: readonly string[] | undefined): string[] {
  if (!logged)
    return ['The log has only one hash over all of its files, so it cannot say which ones differ.'];
  return [
    ...logged.filter((each) => !here.includes(each)).map((each) => `only in the log  ${each}`),
    ...here.filter((each) => !logged.includes(each)).map((each) => `only here        ${each}`),
  ];
}

function compare(
  built: LoggedPublication,
  filesSha256: string,
  { publication, record }: Proven,
  found: RebuiltRecord | undefined,
): keyof typeof FOUND {
  if (filesSha256 !== publication.files_sha256) return 'other_files';
  if (built.root_hash !== publication.root_hash) return 'other_records';
  return found?.sha256 === record.sha256 ? 'same' : 'other_record';
}

/**
 * Rebuilds the records in a folder that is deleted afterward, without reading this installation's records.
 */
async function rebuild(
  { dataDir: _, databaseUrl: __, ...config }: Config,
  files: readonly string[],
  { as_of: asOf, published_at, loading_years: loadingYears }: Wanted,
  record: { readonly id: string } | undefined,
  onProgress: (done: number, all: number, what: string) => void,
): Promise<{ readonly publication: LoggedPublication; readonly record: RebuiltRecord | undefined }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rebuild-'));
  const own: Config = { ...config, dataDir: folder, databaseUrl: undefined };
  const database = openLedger(own);
  // The age of records depends on the time of the publication.
  const now = () => new Date(published_at);
  try {
    await migrateLedger(database);
    const paths = await findFiles([...files]);
    await withFilesAt(paths, { config: own, now, onProgress }, (read) =>
      publish(database, {
        files: read,
        asOf,
        keepAsOf: true,
        now,
        loadingYears,
        // The service had already checked and accepted the file.
        acceptance: { by: 'rebuild', because: 'the log names the file' },
      }),
    );
    const last = (await listLoggedPublications(database.db, 0)).at(-1);
    if (!last) throw new Error(`No record can be made from ${files.join(', ')}.`);
    await database.published.renew();
    const row = record && (await findFactsAndScorecard(database.published.db, record.id));
    return {
      publication: last.publication,
      record: row && { sha256: row.sha256, text: hashedText(row) },
    };
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function timeOption(text: string): Date {
  const time = new Date(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time such as 2026-03-01T12:00:00.000Z.');
}
