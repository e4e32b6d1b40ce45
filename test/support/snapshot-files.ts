import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PublishedFile } from '../../src/intake/log/file-log.ts';
import { listEveryPublishedFile, makesVendors, mapRefusedRows } from '../../src/intake/log/files-store.ts';
import { Staging } from '../../src/intake/staging/staging-service.ts';
import type { LedgerDb, OpenLedger } from '../../src/platform/db/database.ts';
import { getPublishedState } from '../../src/published-state/service.ts';
import {
  type BuildRequest,
  type BuiltSnapshot,
  buildSnapshot,
} from '../../src/records/snapshot/build-service.ts';
import type { FileRecords } from '../../src/regulator/source/parsed-file.ts';

/** The parts of a parsed file that are needed to build a snapshot. */
interface ReadFile {
  readonly sha256: string;
  readonly records: FileRecords | undefined;
}

/**
 * Stages the files that a registry has in use, with their rows as parsed. `read` contains the files that were
 * published to the registry.
 */
async function stageRead(
  db: LedgerDb,
  read: readonly ReadFile[],
  staging: Staging,
): Promise<readonly PublishedFile[]> {
  const recordsBySha = new Map(read.map(({ sha256, records }) => [sha256, records]));
  const refused = await mapRefusedRows(db);
  const files = await listEveryPublishedFile(db);
  for (const file of files) {
    const records = recordsBySha.get(file.sha256);
    if (!records) throw new Error(`the rows of ${file.sha256} are not at hand`);
    staging.addFile({ ...file, refusedRows: refused.get(file.id) ?? [] });
    staging.addRows(file.id, records);
  }
  staging.orderFiles(files.map(({ id }) => id));
  return files.filter(makesVendors);
}

/**
 * Builds a snapshot from parsed files, as of the day that a registry last published. The snapshot's folder is
 * deleted after `check`.
 */
export async function buildFromRead<Value>(
  registry: Pick<OpenLedger, 'db' | 'published'>,
  read: readonly ReadFile[],
  check: (built: BuiltSnapshot) => Value,
  change: Partial<BuildRequest> = {},
): Promise<Awaited<Value>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
  const staging = new Staging(folder);
  try {
    const state = await getPublishedState(registry.published.db);
    const built = buildSnapshot({
      files: await stageRead(registry.db, read, staging),
      staging,
      asOf: state.as_of,
      today: state.published_at.slice(0, 10),
      isDayChosen: state.as_of_chosen === 1,
      fictional: state.fictional === 1,
      loadingYears: [],
      version: state.version,
      publishedAt: state.published_at,
      madeBy: state.made_by,
      folder,
      ...change,
    });
    staging.close();
    return await check(built);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
