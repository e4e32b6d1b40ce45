import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config.ts';
import { keyFilePath } from '../../decisions/receipts/service.ts';
import { countNoun } from '../../lib/text/text.ts';
import { copyLedger } from '../../ops/ledger-file/copy-ledger.ts';
import {
  fileOfLedger,
  findLostFile,
  findLostTables,
  hasTables,
  isFileEmpty,
  type LostLedger,
  placeOfLedger,
  sizeOf,
} from '../../ops/ledger-file/lost-ledger.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openLedger } from '../../platform/db/open.ts';
import type { Output } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';

/**
 * Opens and migrates the ledger for any command. Receipt keys are always created after the first ledger, so
 * keys without a ledger mean that the ledger was lost. In that case, this throws instead of creating a new
 * ledger.
 */
export async function openCurrentLedger(config: Config): Promise<OpenLedger> {
  const keysFile = keyFilePath({ named: config.receiptKeysFile, dataDir: config.dataDir });
  // Otherwise, this start would create a ledger, and the next start, which has the keys, would take it for
  // the old ledger.
  if (config.receiptKeysFile && !existsSync(keysFile))
    throw new Error(`RECEIPT_KEYS_FILE names ${keysFile}, which is not there.`);
  const lostFile = findLostFile(config);
  if (lostFile) throw lost(lostFile);
  // The keys are checked before the tables, because another process that starts for the first time creates
  // the tables first.
  const hadKeys = existsSync(keysFile);
  const ledger = openLedger(config);
  try {
    const lostTables = hadKeys ? await findLostTables(config, ledger) : undefined;
    if (lostTables) throw lost(lostTables);
    await migrateLedger(ledger);
    return ledger;
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/**
 * Adds `ledger create`, which makes a new ledger next to existing receipt keys, and `ledger copy`, which
 * copies a ledger to the other database engine.
 */
export function addLedgerCommands(program: Command, shell: Shell): void {
  const ledger = program.command('ledger').description('the database of receipts, accounts and applications');
  ledger
    .command('copy')
    .description('copy the ledger into an empty one, between SQLite and PostgreSQL; stop the service before')
    .requiredOption('--to <target>', 'the address of a PostgreSQL, or the DATA_DIR of an embedded ledger')
    .option('--json', 'as JSON', false)
    .action(async ({ to, json }: { to: string; json: boolean }) => {
      const output = openOutput(shell, json);
      const copied = await copyTo(shell.environment, to, output);
      output.clearProgress();
      output.result(copied, () => copyLines(copied));
    });
  ledger
    .command('create')
    .description('create an empty ledger next to existing receipt keys; refused if there is a ledger')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const config = loadConfig(shell.environment);
      await createLedger(config);
      const output = openOutput(shell, json);
      output.result({ created: placeOfLedger(config) }, () => [
        `Made an empty ledger: ${placeOfLedger(config)}. Receipts of before stay valid and are shown as not issued here.`,
      ]);
    });
}

async function copyTo(environment: Shell['environment'], to: string, output: Output) {
  const config = loadConfig(environment);
  const target = loadConfig({ ...environment, ...settingsOf(to) });
  const lostFile = findLostFile(config);
  if (lostFile) throw lost(lostFile);
  if (placeOfLedger(config) === placeOfLedger(target) && config.databaseUrl === target.databaseUrl)
    throw new Error('The target is the ledger itself. Nothing was changed.');
  if (config.databaseUrl === undefined && isFileEmpty(config))
    throw new Error(`There is no ledger to copy: ${fileOfLedger(config)}. Nothing was changed.`);
  if (target.databaseUrl === undefined) mkdirSync(target.dataDir, { recursive: true, mode: 0o700 });
  const keysFile = keyFilePath({ named: config.receiptKeysFile, dataDir: config.dataDir });
  const from = openLedger(config);
  const into = openLedger(target);
  try {
    const copied = await copyLedger({
      from,
      to: into,
      keysFile: existsSync(keysFile) ? keysFile : undefined,
      onTable: (name, rows) => output.progress(rows, rows, name),
    });
    return {
      ...copied,
      place: placeOfLedger(target),
      setting: target.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR',
    };
  } finally {
    await into.close();
    await from.close();
  }
}

/** Returns the settings for a service that will use the target database. */
function settingsOf(to: string): Record<string, string> {
  if (/^postgres(ql)?:\/\//.test(to)) return { DATABASE_URL: to };
  return { DATABASE_URL: '', DATA_DIR: to.startsWith('file:') ? fileURLToPath(to) : to };
}

function copyLines({
  counts,
  receiptsVerified,
  place,
  setting,
}: Awaited<ReturnType<typeof copyTo>>): string[] {
  const tables = Object.entries(counts);
  const rows = tables.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...tables.flatMap(([name, count]) => (count === 0 ? [] : [`${name.padEnd(31)} ${count}`])),
    `Copied ${countNoun(rows, 'row')} of ${countNoun(tables.length, 'table')} to ${place}; every count is the same on both sides.`,
    `Drawn at random and verified: ${countNoun(receiptsVerified, 'receipt')}.`,
    setting === 'DATABASE_URL'
      ? 'Next: set DATABASE_URL to the target, keep DATA_DIR with its keys and secret, and start the service.'
      : 'Next: unset DATABASE_URL, set DATA_DIR to the folder, put receipt-keys.json and session-secret into it, and start the service.',
  ];
}

async function createLedger(config: Config): Promise<void> {
  const keysFile = keyFilePath({ named: config.receiptKeysFile, dataDir: config.dataDir });
  if (!existsSync(keysFile))
    throw new Error(
      `There are no receipt keys (${keysFile}), so no ledger was lost here. Set DATA_DIR and RECEIPT_KEYS_FILE as for the ` +
        'service; its first start makes keys and ledger by itself. Nothing was changed.',
    );
  const wal = `${fileOfLedger(config)}-wal`;
  if (!config.databaseUrl && isFileEmpty(config) && sizeOf(wal) > 0)
    throw new Error(
      `${wal} is left of a ledger and may hold what it held. Move it away first. Nothing was changed.`,
    );
  const ledger = openLedger(config);
  try {
    if (await hasTables(ledger))
      throw new Error(`There is a ledger already: ${placeOfLedger(config)}. Nothing was changed.`);
    await migrateLedger(ledger);
  } finally {
    await ledger.close();
  }
}

function lost({ says, advice }: LostLedger): Error {
  return new Error(`${says} ${advice} Nothing was changed.`);
}
