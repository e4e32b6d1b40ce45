import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../config.ts';
import { keyFilePath } from '../decisions/receipts/service.ts';
import {
  fileOfLedger,
  findLostFile,
  findLostTables,
  hasTables,
  isFileEmpty,
  type LostLedger,
  placeOfLedger,
  sizeOf,
} from '../jobs/lost-ledger.ts';
import type { OpenLedger } from '../platform/db/database.ts';
import { isLedgerCurrent, migrateLedger } from '../platform/db/migrate.ts';
import { openLedger } from '../platform/db/open.ts';
import { openOutput, type Shell } from './shell.ts';

/** For a process that joins others. */
export const OTHER_VERSION =
  'The database is not of this version. Stop the service and start it again; a restart of one process after the other is for ' +
  'the same version.';

/**
 * Opens and migrates the ledger for any command. Receipt keys are always created after the first ledger. So keys without a
 * ledger mean that the ledger was lost, and this throws instead of creating a new one. A process that joins others which
 * serve may not migrate: it throws where it would have to.
 */
export async function openCurrentLedger(
  config: Config,
  { mayMigrate = true }: { readonly mayMigrate?: boolean } = {},
): Promise<OpenLedger> {
  const keysFile = keyFilePath({ named: config.receiptKeysFile, dataDir: config.dataDir });
  // Otherwise this start would create a ledger that the next start, with its keys, takes for the old one.
  if (config.receiptKeysFile && !existsSync(keysFile))
    throw new Error(`RECEIPT_KEYS_FILE names ${keysFile}, which is not there.`);
  const lostFile = findLostFile(config);
  if (lostFile) throw lost(lostFile);
  // The keys are looked at before the tables: another process at its first start creates the ledger before them.
  const hadKeys = existsSync(keysFile);
  const ledger = openLedger(config);
  try {
    const lostTables = hadKeys ? await findLostTables(config, ledger) : undefined;
    if (lostTables) throw lost(lostTables);
    if (mayMigrate) await migrateLedger(ledger);
    else if (!(await isLedgerCurrent(ledger))) throw new Error(OTHER_VERSION);
    return ledger;
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/** `ledger create`: the explicit command that creates a new ledger beside existing receipt keys. */
export function addLedgerCommands(program: Command, shell: Shell): void {
  program
    .command('ledger')
    .description('the database of receipts, accounts and applications')
    .command('create')
    .description('begin an empty ledger beside receipt keys that are there; refused where there is one')
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
