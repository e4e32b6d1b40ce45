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
import { publish } from '../../records/publication/service.ts';
import { asOfOption } from '../options.ts';
import { openOutput, type Shell } from '../shell.ts';

interface RebuildOptions {
  readonly files: readonly string[];
  readonly asOf: IsoDate;
  readonly publishedAt?: Date;
  readonly loading: readonly string[];
  readonly json: boolean;
}

/**
 * Adds `rebuild`: computes from only the regulator's files what the public log must contain for the records
 * of a day.
 */
export function addRebuildCommand(program: Command, shell: Shell): void {
  program
    .command('rebuild')
    .description(
      'build the records of a day from regulator files and print their root hash, to compare with the public log',
    )
    .requiredOption('--files <paths...>', 'the files that the log names, and no others, or folders of them')
    .requiredOption('--as-of <day>', '`as_of` of the publication (YYYY-MM-DD)', asOfOption)
    .option(
      '--published-at <time>',
      '`published_at` of the publication; noon of that day unless given',
      timeOption,
    )
    .option('--loading <years...>', '`loading_years` of the publication', [])
    .option('--json', 'as JSON', false)
    .action(async (options: RebuildOptions) => {
      const output = openOutput(shell, options.json);
      const config = loadConfig(shell.environment);
      const built = await rebuild(config, options, (done, all, what) => output.progress(done, all, what));
      output.clearProgress();
      const { files, ...rest } = built;
      output.result({ ...rest, files_count: files.length, files_sha256: hashFileList(files) }, () => [
        `root hash     ${built.root_hash}`,
        `records       ${built.records}, as of ${built.as_of}`,
        `files         ${files.length}`,
        `files sha256  ${hashFileList(files)}`,
      ]);
    });
}

/** Builds in a folder that is deleted afterward; this installation's records are not read. */
async function rebuild(
  { dataDir: _, databaseUrl: __, ...config }: Config,
  { files, asOf, publishedAt, loading }: RebuildOptions,
  onProgress: (done: number, all: number, what: string) => void,
): Promise<LoggedPublication> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rebuild-'));
  const own: Config = { ...config, dataDir: folder, databaseUrl: undefined };
  const database = openLedger(own);
  // The age of records depends on the time of the publication. 17:00 UTC is about noon there.
  const now = () => publishedAt ?? new Date(`${asOf}T17:00:00Z`);
  try {
    await migrateLedger(database);
    const paths = await findFiles([...files]);
    await withFilesAt(paths, { config: own, now, onProgress }, (read) =>
      publish(database, {
        files: read,
        asOf,
        keepAsOf: true,
        now,
        loadingYears: loading,
        // The service had already judged and accepted the file.
        acceptance: { by: 'rebuild', because: 'the log names the file' },
      }),
    );
    const last = (await listLoggedPublications(database.db, 0)).at(-1);
    if (last) return last.publication;
    throw new Error(`No record can be made from ${files.join(', ')}.`);
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
