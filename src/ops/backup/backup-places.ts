import path from 'node:path';
import { keyFilePath } from '../../decisions/receipts/service.ts';
import { LEDGER, REGISTRY, SECRET } from './backup-manifest.ts';

/** Where the service keeps what a backup holds. */
export interface BackupPlaces {
  readonly dataDir: string;
  readonly ledger: string;
  readonly registry: string;
  readonly keys: string;
  readonly secret: string;
  /** Files downloaded from the regulator; may be missing. */
  readonly downloads: string;
  /** The PostgreSQL that has both databases; undefined with embedded ones. */
  readonly databaseUrl: string | undefined;
  /** What has to be there before a backup, by what it is. */
  needed(withRegistry: boolean): Readonly<Record<string, string>>;
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
    needed: (withRegistry) => ({
      ...(config.databaseUrl === undefined ? { ledger } : {}),
      'file of receipt keys': keys,
      'session secret': secret,
      ...(withRegistry && config.databaseUrl === undefined ? { registry } : {}),
    }),
  };
}
