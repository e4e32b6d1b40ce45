import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { keyFilePath } from '../../decisions/receipts/service.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { LEDGER_FILE } from '../../platform/db/open.ts';

/** The message about a lost ledger, used by a failed start and by `doctor`. */
export interface LostLedger {
  readonly says: string;
  readonly advice: string;
}

type LedgerConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'receiptKeysFile'>;

/**
 * Returns the message if the ledger's file is missing or empty but receipt keys exist. Keys are always
 * created after the first ledger. Call this before opening the ledger, because SQLite creates a missing file.
 */
export function findLostFile(config: LedgerConfig): LostLedger | undefined {
  return hasKeys(config) && isFileEmpty(config) ? lostLedger(config) : undefined;
}

/** Does the same for an open ledger, whose file may contain only a header if its write-ahead log was lost. */
export async function findLostTables(
  config: LedgerConfig,
  ledger: OpenLedger,
): Promise<LostLedger | undefined> {
  return hasKeys(config) && !(await hasTables(ledger)) ? lostLedger(config) : undefined;
}

/** Returns true if a ledger ever existed there. */
export async function hasTables({ db }: OpenLedger): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === 'receipts');
}

/** Returns the ledger's place, without a PostgreSQL address, which may contain a password. */
export function placeOfLedger(config: LedgerConfig): string {
  return config.databaseUrl ? 'the database that DATABASE_URL names' : fileOfLedger(config);
}

export function fileOfLedger({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, LEDGER_FILE);
}

export function isFileEmpty(config: LedgerConfig): boolean {
  return config.databaseUrl === undefined && sizeOf(fileOfLedger(config)) === 0;
}

/** Returns 0 for a missing file. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function hasKeys({ receiptKeysFile: named, dataDir }: LedgerConfig): boolean {
  return existsSync(keyFilePath({ named, dataDir }));
}

function lostLedger(config: LedgerConfig): LostLedger {
  const keysFile = keyFilePath({ named: config.receiptKeysFile, dataDir: config.dataDir });
  return {
    says: `The ledger is missing or empty (${placeOfLedger(config)}), but its receipt keys are there (${keysFile}): receipts, accounts and applications would be gone.`,
    advice:
      'Restore the ledger from a backup (docs/operations.md, "Backups"). To begin without them, run "npm run cli -- ledger create" with the same settings.',
  };
}
