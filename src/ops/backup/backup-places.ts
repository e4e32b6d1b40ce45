import path from 'node:path';
import { keyFilePath } from '../../decisions/receipts/service.ts';
import { LEDGER, REGISTRY, SECRET } from './backup-manifest.ts';

/** The paths of the data that a backup contains. */
export interface BackupPlaces {
  readonly dataDir: string;
  readonly ledger: string;
  /** The path for the second database when a backup from an earlier version is restored. */
  readonly registry: string;
  readonly keys: string;
  readonly secret: string;
  /** Files downloaded from the regulator; may be missing. */
  readonly downloads: string;
  /** The address of the PostgreSQL database with the ledger; undefined for an embedded database. */
  readonly databaseUrl: string | undefined;
  /** The files that must exist before a backup, by description. */
  readonly needed: Readonly<Record<string, string>>;
}

export function backupPlaces(config: {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly receiptKeysFile: string | undefined;
  readonly sessionSecretFile: string | undefined;
}): BackupPlaces {
  const dataDir = path.resolve(config.dataDir);
  const ledger = path.join(dataDir, LEDGER);
  const registry = path.join(dataDir, REGISTRY);
  const keys = keyFilePath({ named: config.receiptKeysFile, dataDir });
  const secret = config.sessionSecretFile ?? path.join(dataDir, SECRET);
  return {
    dataDir,
    ledger,
    registry,
    keys,
    secret,
    databaseUrl: config.databaseUrl,
    downloads: path.join(dataDir, 'regulator'),
    needed: {
      ...(config.databaseUrl === undefined ? { ledger } : {}),
      'file of receipt keys': keys,
      'session secret': secret,
    },
  };
}
