import { randomUUID } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { access, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { type Config, ConfigError, loadConfig } from '../../config.ts';
import { countNoun } from '../../lib/text/text.ts';
import { EXIT, type Output } from '../output.ts';
import { type Environment, openOutput, type Shell } from '../shell.ts';
import { explainReading, explainWriting } from './file-errors.ts';

interface BackupOptions {
  readonly to: string;
  readonly recipient: readonly string[];
  readonly unencrypted: boolean;
  readonly json: boolean;
}

/** Adds `backup`, `restore` and `backup-key` ([docs/backup.md]). */
export function addBackupCommands(program: Command, shell: Shell): void {
  program
    .command('backup')
    .description('back up database, keys and secret while the service runs, encrypted')
    .requiredOption('--to <file>', 'the file to write; it must not exist yet')
    .option('--recipient <key...>', 'encrypt to these age keys (age1…)', [])
    .option(
      '--unencrypted',
      'write it without encryption: anyone with the file can read the receipt keys',
      false,
    )
    .option('--json', 'as JSON', false)
    .action(async (options: BackupOptions, command: Command) => {
      if (options.recipient.length > 0 === options.unencrypted)
        command.error('error: name at least one --recipient, or say --unencrypted.', {
          exitCode: EXIT.usage,
        });
      await backupCommand(loadConfig(shell.environment), options, openOutput(shell, options.json));
    });
  program
    .command('restore <file>')
    .description(
      'restore a backup, a file or s3://<BACKUP_S3_BUCKET>/<name>, into an empty DATA_DIR, with DATABASE_URL also an empty database; everything is checked',
    )
    .option('--identity <file>', 'the file with the age key that the backup was encrypted to')
    .option('--json', 'as JSON', false)
    .action(async (file: string, options: { identity?: string; json: boolean }) =>
      restoreCommand(
        loadConfig(shell.environment),
        shell.environment,
        { file, identity: options.identity },
        openOutput(shell, options.json),
      ),
    );
  program
    .command('backup-key')
    .description('make a key that backups are encrypted to; keep its file away from this machine')
    .requiredOption('--to <file>', 'the file to write the secret half to; it must not exist yet')
    .option('--json', 'as JSON', false)
    .action(({ to, json }: { to: string; json: boolean }) => makeKey(to, openOutput(shell, json)));
}

async function backupCommand(config: Config, options: BackupOptions, output: Output): Promise<void> {
  const { createBackup } = await import('../../ops/backup/create-backup.ts');
  const { backupPlaces } = await import('../../ops/backup/backup-places.ts');
  const { manifest, ...made } = await createBackup(backupPlaces(config), {
    to: path.resolve(options.to),
    recipients: options.recipient,
    now: () => new Date(),
  });
  output.result({ ...made, manifest }, () => [
    `Backed up to ${made.file}: ${countNoun(made.bytes, 'byte')}, ${made.encrypted ? 'encrypted' : 'NOT encrypted'}.`,
    `The ledger is as of ${manifest.createdAt} and has ${countNoun(manifest.databases.ledger.counts.receipts ?? 0, 'receipt')}.`,
  ]);
}

async function restoreCommand(
  config: Config,
  environment: Environment,
  { file, identity }: { readonly file: string; readonly identity: string | undefined },
  output: Output,
): Promise<void> {
  const { restoreBackup } = await import('../../ops/backup/restore-backup.ts');
  const { backupPlaces } = await import('../../ops/backup/backup-places.ts');
  const identities = identity === undefined ? [] : await readIdentities(identity);
  if (!file.startsWith('s3://'))
    await access(file, constants.R_OK).catch((error: unknown) => {
      throw explainReading(error, file);
    });
  const places = backupPlaces(config);
  const restore = (from: string) => restoreBackup(places, { file: from, identities });
  const { manifest, receiptsVerified } = file.startsWith('s3://')
    ? await withFetched({ config, environment, address: file }, restore)
    : await restore(file);
  output.result({ restored: config.dataDir, receiptsVerified, manifest }, () => [
    `Restored the backup of ${manifest.createdAt} into ${config.dataDir}${config.databaseUrl ? ' and PostgreSQL' : ''}. Everything was checked; ${countNoun(receiptsVerified, 'receipt')} verified.`,
  ]);
}

/**
 * Fetches a backup from the configured store, and deletes the local copy after use. The copy is stored on the
 * disk that will hold the data, because that disk has enough room for it.
 */
async function withFetched<Result>(
  {
    config,
    environment,
    address,
  }: { readonly config: Config; readonly environment: Environment; readonly address: string },
  restore: (file: string) => Promise<Result>,
): Promise<Result> {
  const s3 = config.backups?.s3;
  if (!s3 || !address.startsWith(`s3://${s3.bucket}/`))
    throw new ConfigError(
      `${address} is in no store of the settings: set BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET and BACKUP_RECIPIENTS as the service has them.`,
    );
  const { s3Store } = await import('../../ops/backup/s3.ts');
  const store = s3Store(s3, environment);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const folder = path.join(config.dataDir, `.restore-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    const file = path.join(folder, 'fetched.age');
    await store.fetch(address, file);
    return await restore(file);
  } finally {
    store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads identities in the format of the `age` tool: one per line, with comments allowed. */
async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw explainReading(error, file);
  });
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  // The error never quotes a line, which could be half of a key.
  if (identities.length === 0 || !identities.every((line) => line.startsWith('AGE-SECRET-KEY-')))
    throw new Error(`${file} is not a file of age keys: each line must be AGE-SECRET-KEY-… or a comment.`);
  return identities;
}

async function makeKey(to: string, output: Output): Promise<void> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const descriptor = openNew(to);
  try {
    writeFileSync(descriptor, `# public key: ${recipient}\n${identity}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  output.result({ recipient, file: to }, () => [recipient]);
}

function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw explainWriting(error, file);
  }
}
