import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { file, licenses, truck, visits } from '../../../test/support/publication-runs.ts';
import {
  applicationCsv,
  applicationRow,
  closureRow,
  closureWorkbook,
} from '../../../test/support/regulator-files.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { ParsedFile } from '../sources/parsed-file.ts';
import { publish } from './service.ts';

/** A daily import leaves records as they are but for their days. What it publishes is what making every record anew would. */

const FIRST = '2025-08-01';
const now = () => new Date('2026-01-02T12:00:00Z');
const OPERATOR = { by: 'op', because: 'a test' };

async function publishDay(database: TestDatabase, day: IsoDate, files: readonly ParsedFile[]) {
  return publish(database, { files, asOf: day, now, acceptance: OPERATOR });
}

/** Has everything made anew with the next publication. */
async function forgetCode({ db }: TestDatabase): Promise<void> {
  await db.updateTable('published_state').set({ made_by: '' }).execute();
}

/** All that is served, but for random marks, and for what tells when a record is to be made anew. */
async function published({ db }: TestDatabase) {
  const records = await db
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .selectAll()
    .orderBy('vendor_id')
    .execute();
  const state = await db.selectFrom('published_state').selectAll().executeTakeFirst();
  const { made_on: _on, made_by: _by, ...shown } = state ?? assert.fail('nothing published');
  return {
    records: records.map(({ changes_on: _changesOn, counted: _counted, position: _position, ...row }) => row),
    state: shown,
    changes: await db.selectFrom('record_changes').selectAll().orderBy('number').execute(),
  };
}

/** How many records a run made anew: the others keep the text that was put there. */
async function markFacts({ db }: TestDatabase): Promise<void> {
  await db.updateTable('vendor_records').set({ risk_tier: 'marked' }).execute();
}
async function listMadeAnew({ db }: TestDatabase): Promise<string[]> {
  const rows = await db
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .select('digits')
    .where('risk_tier', '!=', 'marked')
    .orderBy('digits')
    .execute();
  return rows.map(({ digits }) => digits);
}

const FLEET = [1, 2, 3, 4, 5, 6].map(truck);
const digitsOf = (last: number) => `135${String(last).padStart(4, '0')}`;

/** What changes of one truck from one day to the next. */
const someChange = fc.record({
  last: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom(
    ...(['visit', 'visit', 'changed_visit', 'lost_visit', 'moved_visit', 'gone', 'back', 'other_district'] as const),
    ...(['renamed', 'holder', 'status', 'renewed', 'closed', 'reopened', 'sold', 'text'] as const),
  ),
});
type Change = { readonly last: number; readonly what: string };

const someDays = fc.array(
  fc.record({
    after: fc.constantFrom(0, 1, 1, 1, 2, 3, 5, 9),
    changes: fc.array(someChange, { maxLength: 3 }),
    /** Files that are new on the day though nothing in them changed. */
    renewed: fc.boolean(),
  }),
  { minLength: 5, maxLength: 8 },
);

type LicenseFields = Parameters<typeof licenses>[2][number];
type VisitFields = Parameters<typeof visits>[1][number];

/** The regulator's world, day by day, and the files that it publishes of it. */
class World {
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
      ...{ visitId: this.#visitId, visitedOn, licenseNumber: digitsOf(last), basic: found, total: found },
      ...(disposition === undefined ? {} : { disposition }),
    });
  }

  /** Files of the kinds that changed, or of all. */
  async dayOf(day: IsoDate, changes: readonly Change[], renewed: boolean): Promise<ParsedFile[]> {
    const kinds = new Set(renewed ? ['licenses', 'visits'] : []);
    for (const change of changes) for (const kind of this.#change(change, day)) kinds.add(kind);
    const name = (kind: string) => `${kind}-${this.#files++}.csv`;
    const files: ParsedFile[] = [];
    // The newest day of a file dates it.
    if (kinds.has('licenses'))
      files.push(
        await licenses(name('l'), day, [
          ...[...this.#licenses.values()].map((each) => ({ ...each, lastInspectedOn: day })),
        ]),
      );
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
          ...{ licenseNumber: digitsOf(last), closedOn: day, reopenedAt: '' },
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
          ...{ applicationType: 'Approve Change Owner Request', approvedOn: day },
          applicationNumber: String(660_001 + this.#sales.length),
        });
        return ['sales'];
      default:
        if (newest) this.#texts.set(newest[0], `Text of ${day}. - From follow-up inspection ${addDays(day, 3)}: Still.`);
        return newest ? ['texts'] : [];
    }
  }
}

describeEngines('daily imports', (open) => {
  test('publish what making every record anew publishes, whatever changed and however many days passed', async () => {
    const seen = { kept: 0, anew: 0, published: 0 };
    await fc.assert(
      fc.asyncProperty(someDays, async (days) => {
        const [daily, whole] = [await open(), await open()];
        const world = new World();
        let day = addDays(FIRST, -1);
        const first = await world.dayOf(day, [], true);
        for (const database of [daily, whole]) await publishDay(database, day, first);
        for (const { after, changes, renewed } of days) {
          day = addDays(day, after);
          const files = await world.dayOf(day, changes, renewed);
          await forgetCode(whole);
          const madeOn = await madeOnOf(daily);
          const outcomes = [await publishDay(daily, day, files), await publishDay(whole, day, files)].map(
            ({ files: each, ...outcome }) => ({ ...outcome, files: each.map(({ outcome: of }) => of) }),
          );
          assert.deepEqual(outcomes[0], outcomes[1]);
          assert.deepEqual(await published(daily), await published(whole), `as of ${day}`);
          seen[(await madeOnOf(daily)) === madeOn ? 'kept' : 'anew'] += 1;
          seen.published += files.length;
        }
        for (const database of [daily, whole]) await database.close();
      }),
      { numRuns: 12, seed: 7 },
    );
    // Otherwise nothing would have been shown.
    assert.ok(seen.kept > 20 && seen.anew > 0 && seen.published > 60, JSON.stringify(seen));
  });
});

async function madeOnOf({ db }: TestDatabase): Promise<string> {
  const { made_on: madeOn } = await db
    .selectFrom('published_state')
    .select('made_on')
    .executeTakeFirstOrThrow();
  return madeOn;
}
