import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenRegistry, RegistryDb } from '../../src/platform/db/database.ts';
import type { FileInUse } from '../../src/registry/intake/file-in-use.ts';
import { listEveryPublishedFile, mapRefusedRows } from '../../src/registry/intake/files-store.ts';
import { getPublishedState } from '../../src/registry/published-state/service.ts';
import {
  type BuildRequest,
  type BuiltSnapshot,
  buildSnapshot,
} from '../../src/registry/snapshot/build-service.ts';
import type { FileRecords } from '../../src/registry/sources/parsed-file.ts';

/** What a build needs of a file that was read. */
interface ReadFile {
  readonly sha256: string;
  readonly records: FileRecords | undefined;
}

/** Lists the files that count in a registry, with their rows as they were read. `read` are those that were published to it. */
export async function listReadFiles(db: RegistryDb, read: readonly ReadFile[]): Promise<FileInUse[]> {
  const recordsBySha = new Map(read.map(({ sha256, records }) => [sha256, records]));
  const refused = await mapRefusedRows(db);
  return (await listEveryPublishedFile(db)).map((file) => {
    const records = recordsBySha.get(file.sha256);
    if (!records) throw new Error(`the rows of ${file.sha256} are not at hand`);
    return { ...file, refusedRows: refused.get(file.id) ?? [], readRows: () => inParts(records) };
  });
}

const ROWS_OF_PART = 5_000;

async function* inParts(records: FileRecords): AsyncGenerator<FileRecords> {
  for (let start = 0; start < records.rows.length; start += ROWS_OF_PART)
    yield asRecords(records.kind, records.rows.slice(start, start + ROWS_OF_PART));
}

/** Some of the rows of a file of this kind. */
function asRecords(kind: string, rows: readonly object[]): FileRecords {
  return { kind, rows } as FileRecords;
}

/**
 * Builds a snapshot from files as they were read, of the day that a registry has published, in a folder that is deleted after `check`.
 */
export async function buildFromRead<Value>(
  registry: Pick<OpenRegistry, 'db' | 'published'>,
  read: readonly ReadFile[],
  check: (built: BuiltSnapshot) => Value,
  change: Partial<BuildRequest> = {},
): Promise<Awaited<Value>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
  try {
    const state = await getPublishedState(registry.published.db);
    const built = await buildSnapshot({
      files: await listReadFiles(registry.db, read),
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
    return await check(built);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
