import type { RegistryTx } from '../../platform/db/database.ts';
import { listFilesInUse } from './files-store.ts';
import type { AddedRow, AddedRows, ForceWatch, RowTable, RuledRow } from './rows-store.ts';
import { listDiffering, listDigitsOfFiles, listDigitsOfVisits } from './touched-store.ts';

/** More are not kept one by one: with so many, everything is made anew. */
export const TOUCHED_MAX = 100_000;

/** The digits of licenses about which a run's files say anything new, of whatever license type; or all of them. */
export type Touched = ReadonlySet<string> | 'all';

/**
 * Notes the licenses whose rows in force a run changes. What is in force may come from a newer file and say the same; then nothing
 * about the license is new. Rather a license too many than one too few: its record is made anew, and comes out the same.
 */
export class TouchedLicenses implements ForceWatch {
  readonly #tx: RegistryTx;
  readonly #inUse: ReadonlySet<number>;
  readonly #digits = new Set<string>();
  readonly #visits = new Set<number>();
  #isAll: boolean;

  private constructor(tx: RegistryTx, inUse: ReadonlySet<number>, isAll: boolean) {
    this.#tx = tx;
    this.#inUse = inUse;
    this.#isAll = isAll;
  }

  /** Begins before anything is changed. `isAll`: the run is of a kind that may change any license. */
  static async begin(tx: RegistryTx, { isAll }: { readonly isAll: boolean }): Promise<TouchedLicenses> {
    return new TouchedLicenses(tx, await listFilesInUse(tx), isAll);
  }

  touchAll(): void {
    this.#isAll = true;
    this.#digits.clear();
    this.#visits.clear();
  }

  async noteAdded(table: RowTable, { stored, fresh, isInForce }: AddedRows): Promise<void> {
    if (this.#isAll) return;
    const before = Map.groupBy(stored, ({ key }) => key);
    const compared: AddedRow[] = [];
    for (const row of fresh) {
      const others = before.get(row.key) ?? [];
      const inForce = others.filter(({ wasInForce }) => wasInForce);
      // A name in a row that is not in force tells whose earlier visits were.
      const isComparable =
        table !== 'observation_rows' &&
        isInForce(row) &&
        inForce.length === 1 &&
        others.every(({ fileId }) => fileId !== row.fileId);
      if (isComparable) compared.push(row);
      else for (const each of [row, ...inForce]) this.#touch(table, each);
    }
    if (table === 'observation_rows') return;
    for (const [fileId, rows] of Map.groupBy(compared, (row) => row.fileId))
      for (const { was, now } of await listDiffering(this.#tx, table, { fileId, rows, inUse: this.#inUse }))
        for (const digits of [was, now]) this.#add(digits);
  }

  noteSettled(table: RowTable, rows: readonly RuledRow[]): void {
    for (const row of rows) this.#touch(table, row);
  }

  /** Ends once everything is settled. `added` are the files of the run. */
  async finish(added: ReadonlySet<number>): Promise<Touched> {
    const inUse = await listFilesInUse(this.#tx);
    // Of a file that comes back into use, nothing was compared.
    if ([...inUse].some((id) => !this.#inUse.has(id) && !added.has(id))) this.touchAll();
    if (this.#isAll) return 'all';
    // A file of the run itself may already be replaced by another one of the run.
    const left = [...this.#inUse, ...added].filter((id) => !inUse.has(id));
    const ofVisits = await listDigitsOfVisits(this.#tx, [...this.#visits]);
    for (const digits of [...ofVisits, ...(await listDigitsOfFiles(this.#tx, left))]) this.#add(digits);
    return this.#isAll ? 'all' : this.#digits;
  }

  #touch(table: RowTable, { row }: RuledRow): void {
    if (table === 'observation_rows') this.#visits.add(Number(Reflect.get(row, 'visit_id')));
    else this.#add(String(Reflect.get(row, 'digits')));
    if (this.#visits.size > TOUCHED_MAX) this.touchAll();
  }

  #add(digits: string): void {
    if (this.#isAll) return;
    this.#digits.add(digits);
    if (this.#digits.size > TOUCHED_MAX) this.touchAll();
  }
}
