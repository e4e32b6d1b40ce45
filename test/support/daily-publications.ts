import type { IsoDate } from '../../src/lib/time/dates.ts';
import { publish } from '../../src/records/publication/service.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { dater, digitsOf, FLEET, type LicenseFields, type VisitFields } from './daily-world.ts';
import type { TestDatabase } from './engines.ts';
import { licenses, OPERATOR, visits } from './publication-runs.ts';

/** Publishes a series of days, one after another. */

const now = () => new Date('2026-01-02T12:00:00Z');

export { OPERATOR };

export async function publishDay(database: TestDatabase, day: IsoDate, files: readonly ParsedFile[]) {
  return publish(database, { files, asOf: day, now, acceptance: OPERATOR });
}

export const listed = (name: string, day: IsoDate, fleet = FLEET, rest: LicenseFields = {}) =>
  licenses(name, day, [...fleet.map((each) => ({ ...each, ...rest })), dater(day)]);
export const visited = (name: string, ...each: readonly [last: number, day: IsoDate, rest?: VisitFields][]) =>
  visits(
    name,
    each.map(([last, visitedOn, rest], index) => ({
      visitId: 9_900_001 + index,
      visitedOn,
      licenseNumber: digitsOf(last),
      ...rest,
    })),
  );
