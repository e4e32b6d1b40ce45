import fc from 'fast-check';
import { addDays, type IsoDate } from '../../src/lib/time/dates.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { file, licenses, truck, visits } from './publication-runs.ts';
import { applicationCsv, applicationRow, closureRow, closureWorkbook } from './regulator-files.ts';

/** Simulates a few licenses from day to day, along with the files that the regulator publishes about them. */

export const FLEET = [1, 2, 3, 4, 5, 6].map((last) => ({ ...truck(last), lastInspectedOn: '2025-07-28' }));
/** A license whose inspection date differs each day. Its only purpose is to give the file that date. */
export const dater = (day: IsoDate) => ({ ...truck(9), lastInspectedOn: day });
export const digitsOf = (last: number) => `135${String(last).padStart(4, '0')}`;

/** One change to one truck on one day. */
const someChange = fc.record({
  last: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom(
    ...([
      'visit',
      'visit',
      'changed_visit',
      'lost_visit',
      'moved_visit',
      'gone',
      'back',
      'other_district',
    ] as const),
    ...(['renamed', 'holder', 'status', 'renewed', 'closed', 'reopened', 'sold', 'text'] as const),
  ),
});
type Change = { readonly last: number; readonly what: string };

export const someDays = fc.array(
  fc.record({
    after: fc.constantFrom(0, 1, 1, 1, 2, 3, 5, 9),
    /** True to import the day's files together with the next day's files. */
    isSkipped: fc.constantFrom(false, false, true),
    changes: fc.array(someChange, { maxLength: 3 }),
    /** True to publish the license and inspection files again that day even if nothing in them changed. */
    renewed: fc.boolean(),
  }),
  { minLength: 7, maxLength: 10 },
);

export type LicenseFields = Parameters<typeof licenses>[2][number];
export type VisitFields = Parameters<typeof visits>[1][number];

/** The current state of the simulated licenses, which each day's changes update. */
export class World {
  readonly #licenses = new Map<number, LicenseFields>(
    FLEET.map((each, index) => [index + 1, { ...each, expiresOn: `2025-${10 + (index % 3)}-01` }]),
  );
  readonly #away = new Map<number, LicenseFields>();
  readonly #visits = new Map<number, VisitFields>();
  readonly #closures = new Map<number, Parameters<typeof closureRow>[0]>();
  readonly #sales: Parameters<typeof applicationRow>[0][] = [];
  readonly #other = new Map<number, LicenseFields>();
  readonly #texts = new Map<number, string>();
  #visitId = 9_900_000;
  #files = 0;

  constructor() {
    for (let last = 1; last <= 6; last += 1)
      for (const day of ['2025-07-03', '2025-07-05', '2025-07-28']) this.#visit(last, day);
  }

  #visit(last: number, visitedOn: IsoDate): void {
    this.#visitId += 1;
    const disposition = ['Warning Issued', 'Emergency order recommended'][this.#visitId % 5];
    const found = this.#visitId % 3;
    this.#visits.set(this.#visitId, {
      visitId: this.#visitId,
      visitedOn,
      licenseNumber: digitsOf(last),
      basic: found,
      total: found,
      ...(disposition === undefined ? {} : { disposition }),
    });
  }

  /**
   * Applies a day's changes and returns the files that contain them. With `renewed`, always includes the
   * license and inspection files.
   */
  async dayOf(day: IsoDate, changes: readonly Change[], renewed: boolean): Promise<ParsedFile[]> {
    const kinds = new Set(renewed ? ['licenses', 'visits'] : []);
    for (const change of changes) for (const kind of this.#change(change, day)) kinds.add(kind);
    const name = (kind: string) => `${kind}-${this.#files++}.csv`;
    const files: ParsedFile[] = [];
    // A file's date is the newest date in its rows.
    if (kinds.has('licenses'))
      files.push(await licenses(name('l'), day, [...this.#licenses.values(), dater(day)]));
    if (kinds.has('visits'))
      files.push(
        await visits(name('v'), [
          ...this.#visits.values(),
          { visitId: 9_990_000 + this.#files, visitedOn: day, licenseNumber: digitsOf(9) },
        ]),
      );
    if (kinds.has('closures'))
      files.push(await file(name('c'), await closureWorkbook([...this.#closures.values()].map(closureRow))));
    if (kinds.has('sales'))
      files.push(
        await file(name('s'), applicationCsv(this.#sales.map(applicationRow), { file: 'change_of_owner' })),
      );
    if (kinds.has('other'))
      files.push(
        await licenses(name('o'), day, [
          { ...truck(8), district: '3', countyCode: '26', licenseNumber: 'MFD2650008' },
          ...[...this.#other.values()].map((each) => ({ ...each, district: '3' })),
        ]),
      );
    if (kinds.has('texts'))
      files.push(
        await file(
          name('t'),
          JSON.stringify(
            Object.fromEntries(
              [...this.#texts].map(([id, text]) => [
                id,
                [{ code: '23A-03-4', observation: `Basic - ${text}` }],
              ]),
            ),
          ),
        ),
      );
    return files;
  }

  #change({ last, what }: Change, day: IsoDate): string[] {
    const own = this.#licenses.get(last);
    const change = (fields: LicenseFields) => {
      if (own) this.#licenses.set(last, { ...own, ...fields });
      return ['licenses'];
    };
    const newest = [...this.#visits].findLast(([, each]) => each?.licenseNumber === digitsOf(last));
    switch (what) {
      case 'visit':
        this.#visit(last, day);
        return ['visits', 'licenses'];
      case 'changed_visit':
        if (newest) this.#visits.set(newest[0], { ...newest[1], total: 4, basic: 4 });
        return ['visits'];
      case 'moved_visit':
        if (newest) this.#visits.set(newest[0], { ...newest[1], licenseNumber: digitsOf((last % 6) + 1) });
        return ['visits'];
      case 'lost_visit':
        if (newest) this.#visits.delete(newest[0]);
        return ['visits'];
      case 'gone':
        if (own) this.#away.set(last, own);
        this.#licenses.delete(last);
        return ['licenses'];
      case 'back': {
        const away = this.#away.get(last);
        if (away) this.#licenses.set(last, away);
        return ['licenses'];
      }
      case 'other_district':
        if (own) this.#other.set(last, { ...own, licenseeName: 'SOMEONE FROM ORLANDO LLC' });
        return ['other'];
      case 'renamed':
        return change({ businessName: `PELICAN ${last} BISTRO` });
      case 'holder':
        return change({ licenseeName: `OTHER HOLDER ${day} INC` });
      case 'status':
        return change({ primaryStatus: own?.primaryStatus === '45' ? '20' : '45' });
      case 'renewed':
        return change({ expiresOn: '2026-10-01' });
      case 'closed':
        this.#closures.set(last, {
          licenseNumber: digitsOf(last),
          closedOn: day,
          reopenedAt: '',
        });
        return ['closures'];
      case 'reopened': {
        const closed = this.#closures.get(last);
        if (closed) this.#closures.set(last, { ...closed, reopenedAt: addDays(day, 2) });
        return closed ? ['closures'] : [];
      }
      case 'sold':
        this.#sales.push({
          ...truck(last),
          applicationType: 'Approve Change Owner Request',
          approvedOn: day,
          applicationNumber: String(660_001 + this.#sales.length),
        });
        return ['sales'];
      default:
        if (newest)
          this.#texts.set(
            newest[0],
            `Text of ${day}. - From follow-up inspection ${addDays(day, 3)}: Still.`,
          );
        return newest ? ['texts'] : [];
    }
  }
}
