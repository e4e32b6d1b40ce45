import type { DatabaseSync } from 'node:sqlite';
import { iterateRows } from '../../platform/db/sqlite/new-sqlite-file.ts';
import { VENDOR_LICENSE_TYPES } from '../../regulator/licenses/number.ts';
import type { CoveredDays } from '../../regulator/source/file-date.ts';
import { flagsOf, tierOf } from '../../regulator/source/observation.ts';
import type {
  ApplicationRow,
  ClosureRow,
  LicenseRow,
  ObservationRow,
  VisitRow,
} from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { APPLICATION, CLOSURE, LICENSE, OBSERVATION, VISIT } from './staged-rows.ts';

/** Reads the rows in force, so that a new file can be compared with them. */

type Visited = Pick<VisitRow, 'licenseType' | 'digits' | 'visitedOn'>;

/** License types whose digits are enough to identify a license. */
const NAMED_BY_DIGITS = VENDOR_LICENSE_TYPES.filter((type) => REGULATOR.licenses.hasDigitsOfItsOwn(type));

export type EarlierRows = ReturnType<typeof earlierRows>;

/** Returns functions that read the rows in force. */
export function earlierRows(staging: DatabaseSync) {
  const list = <Row extends object>(select: string, ...parameters: readonly (string | number)[]) => [
    ...iterateRows<Row>(staging, select, ...parameters),
  ];
  return {
    /** Lists the visits in force that come from this file. */
    visitsOfFile: (fileId: number): VisitRow[] =>
      list(`select ${VISIT.join(', ')} from visits_in_force where file = ? order by visitId`, fileId),

    /**
     * Lists the license and date of every visit between two dates that still counts, whichever file it came
     * from.
     */
    visitsOfDays: ({ first, last }: CoveredDays): Visited[] =>
      list(
        'select licenseType, digits, visitedOn from visits_in_force where visitedOn between ? and ?',
        first,
        last,
      ),

    /** Lists the last visits according to the newest license file in each slot. */
    lastVisits: (): Visited[] =>
      list(
        `select licenseType, digits, lastInspectedOn as visitedOn
         from licenses join files own on own.id = licenses.file
         where lastInspectedOn is not null
           and not exists (select 1 from files later where later.slot = own.slot and later.place > own.place)`,
      ),

    /** Lists the inspectors' texts for visits on file, starting with the given visit id. */
    textsFrom: (first: number): ObservationRow[] =>
      list<StoredText>(
        `select ${OBSERVATION.join(', ')} from observations_in_force
         where visitId >= ? and visitId in (select visitId from visits_in_force)
         order by visitId, position`,
        first,
      ).map((row) => ({ ...row, tier: tierOf(row.tier), flags: flagsOf(row.flags) })),

    /** Lists every closure in force. */
    closures: (): ClosureRow[] =>
      list(`select ${CLOSURE.join(', ')} from closures_in_force order by digits, closedOn`),

    /**
     * Returns the business and licensee names on file by digits, for licenses that are identified by their
     * digits.
     */
    namesByDigits(digits: readonly string[]): ReadonlyMap<string, readonly string[]> {
      const isNamed = `licenseType in (select value from json_each(?)) and digits in (select value from json_each(?))`;
      const named = [JSON.stringify(NAMED_BY_DIGITS), JSON.stringify(digits)];
      const namesOf = (table: string, column: string) =>
        list<{ readonly digits: string; readonly name: string }>(
          `select distinct digits, ${column} as name from ${table}_in_force where ${isNamed}`,
          ...named,
        );
      const names = [
        ...namesOf('visits', 'businessName'),
        ...namesOf('licenses', 'businessName'),
        ...namesOf('licenses', 'licenseeName'),
      ];
      const byDigits = Map.groupBy(names, (each) => each.digits);
      return new Map([...byDigits].map(([key, each]) => [key, each.map(({ name }) => name)]));
    },

    /** Lists the licenses in force that come from this file. */
    licensesOfFile: (fileId: number): LicenseRow[] =>
      list(
        `select ${LICENSE.join(', ')} from licenses_in_force where file = ? order by licenseType, digits`,
        fileId,
      ),

    /** Lists the applications in force of one kind, from any file. */
    applications: (kind: ApplicationRow['kind']): ApplicationRow[] =>
      list(
        `select ${APPLICATION.join(', ')} from applications_in_force where kind = ?
         order by applicationNumber, licenseType, digits`,
        kind,
      ),
  };
}

/** The database stores all flags as one string. */
type StoredText = Omit<ObservationRow, 'tier' | 'flags'> & { readonly tier: string; readonly flags: string };
