import type { Scorecard } from '../../src/judgment/scorecard/schemas.ts';
import { publish } from '../../src/records/publication/service.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import type { TestDatabase } from './engines.ts';
import { publishedRecords } from './published-records.ts';
import { inspectionCsv, inspectionRow, licenseCsv, licenseRow } from './regulator-files.ts';

/** Helpers that import small files and return the results. */

export const AS_OF = '2025-12-31';
export const now = () => new Date('2026-01-02T12:00:00Z');

export async function file(name: string, content: string | Uint8Array): Promise<ParsedFile> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return readRegulatorFile({ name, bytes, publishedAt: null }, '2026-01-02');
}

/** Returns a district 6 license extract whose newest date is `day`. */
export const licenses = (name: string, day: string, rows: LicenseParts[]) =>
  file(name, licenseCsv(named(rows).map((row) => licenseRow({ lastInspectedOn: day, ...row }))));
export const visits = (name: string, rows: VisitParts[]) =>
  file(name, inspectionCsv(named(rows).map((row) => inspectionRow({ caseId: row.visitId ?? 1, ...row }))));
type LicenseParts = NonNullable<Parameters<typeof licenseRow>[0]>;
type VisitParts = NonNullable<Parameters<typeof inspectionRow>[0]>;

/** Gives each license a different business name if the rows do not have names. */
function named<Row extends LicenseParts | VisitParts>(rows: readonly Row[]): Row[] {
  const nameOf = ({ licenseNumber = '' }: Row) => ({ businessName: `PELICAN TACO WAGON ${licenseNumber}` });
  return rows.map((row) => (rows.length < 20 ? row : { ...nameOf(row), ...row }));
}

export const truck = (last: number) => ({ licenseNumber: `MFD135${String(last).padStart(4, '0')}` });

/**
 * An acceptance by an operator, so that changes that would otherwise wait for confirmation take effect
 * immediately.
 */
export const OPERATOR = { by: 'op', because: 'a test' };

export async function run(database: TestDatabase, files: readonly ParsedFile[], asOf = AS_OF) {
  return publish(database, { files, asOf, now });
}

export async function cards(database: TestDatabase): Promise<Map<string, Scorecard>> {
  const records = await publishedRecords(database.published.db);
  return new Map(
    records.map((record) => [`${record.license_type}:${record.digits}`, JSON.parse(record.scorecard)]),
  );
}

/** Returns all externally visible state, regardless of the order of internal numbers. */
export async function world(database: TestDatabase): Promise<string> {
  const state = await database.published.db
    .selectFrom('published_state')
    .select(['as_of', 'data_as_of', 'statistics'])
    .execute();
  return JSON.stringify([[...(await cards(database))], state]);
}
