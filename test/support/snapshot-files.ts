import type { RegistryDb } from '../../src/platform/db/database.ts';
import { describeFile } from '../../src/registry/intake/coverage-service.ts';
import { listEveryPublishedFile, mapRefusedRows } from '../../src/registry/intake/files-store.ts';
import type { FileInUse } from '../../src/registry/snapshot/file-in-use.ts';
import type { FileRecords } from '../../src/registry/sources/parsed-file.ts';

/** What a build needs of a file that was read. */
interface ReadFile {
  readonly sha256: string;
  readonly records: FileRecords | undefined;
}

/** Lists the files that count in a registry, as a build takes them. `read` are those that were published to it. */
export async function listFilesInUse(db: RegistryDb, read: readonly ReadFile[]): Promise<FileInUse[]> {
  const recordsBySha = new Map(read.map(({ sha256, records }) => [sha256, records]));
  const rows = await db.selectFrom('import_files').selectAll().execute();
  const refused = await mapRefusedRows(db);
  return (await listEveryPublishedFile(db)).map(({ id, sha256, coveredDays }) => {
    const row = rows.find((each) => each.id === id);
    const records = recordsBySha.get(sha256);
    if (!row || !records) throw new Error(`the rows of ${sha256} are not at hand`);
    return {
      entry: describeFile(row),
      coveredDays,
      refusedRows: refused.get(id) ?? [],
      readRows: () => inParts(records),
    };
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
