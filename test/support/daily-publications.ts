import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { IsoDate } from '../../src/lib/dates.ts';
import { publish } from '../../src/registry/publication/service.ts';
import type { ParsedFile } from '../../src/registry/sources/parsed-file.ts';
import { dater, digitsOf, FLEET, type LicenseFields, type VisitFields } from './daily-world.ts';
import type { TestDatabase } from './engines.ts';
import { licenses, OPERATOR, visits } from './publication-runs.ts';
import { publishedRecords } from './published-records.ts';

/** Publications of one day after the other, and what is published by them. */

export const now = () => new Date('2026-01-02T12:00:00Z');
export { OPERATOR };

export async function publishDay(database: TestDatabase, day: IsoDate, files: readonly ParsedFile[]) {
  return publish(database, { files, asOf: day, now, acceptance: OPERATOR });
}

/** Has everything made anew with the next publication, by the same code: the last time was too long ago. */
export async function ageRecords({ db }: TestDatabase): Promise<void> {
  await db.updateTable('published_state').set({ made_on: '2000-01-01' }).execute();
}

/** All that is served, but for random marks, and for what tells when a record is to be made anew. */
export async function published({ db }: TestDatabase) {
  const records = await publishedRecords(db);
  const state = await db.selectFrom('published_state').selectAll().executeTakeFirst();
  const { made_on: _on, made_by: _by, ...shown } = state ?? assert.fail('nothing published');
  return {
    records: records.map(({ changes_on: _changesOn, counted: _counted, position: _position, ...row }) => row),
    state: shown,
    changes: await db.selectFrom('record_changes').selectAll().orderBy('number').execute(),
  };
}

/** Fails where SQLite's index of texts is not that of the vendors' texts. PostgreSQL keeps its own in line. */
export async function checkTextIndex({ db, engine }: TestDatabase): Promise<void> {
  if (engine.name === 'sqlite')
    await sql`insert into vendor_text(vendor_text, rank) values ('integrity-check', 1)`.execute(db);
}

/** The licenses whose records a publication makes anew: the others keep what is put beside them before. */
export async function madeAnewBy(
  { db }: TestDatabase,
  publication: () => Promise<unknown>,
): Promise<string[] | 'all'> {
  await db.updateTable('vendor_records').set({ risk_tier: 'marked' }).execute();
  await publication();
  const rows = await db
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .select(['digits', 'risk_tier'])
    .orderBy('digits')
    .execute();
  const anew = rows.filter(({ risk_tier: tier }) => tier !== 'marked').map(({ digits }) => digits);
  return anew.length === rows.length ? 'all' : anew;
}

export const listed = (name: string, day: IsoDate, fleet = FLEET, rest: LicenseFields = {}) =>
  licenses(name, day, [...fleet.map((each) => ({ ...each, ...rest })), dater(day)]);
export const visited = (name: string, ...each: readonly [last: number, day: IsoDate, rest?: VisitFields][]) =>
  visits(
    name,
    each.map(([last, visitedOn, rest], index) => ({
      ...{ visitId: 9_900_001 + index, visitedOn, licenseNumber: digitsOf(last) },
      ...rest,
    })),
  );
