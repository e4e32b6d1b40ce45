import { DatabaseSync } from 'node:sqlite';
import type { RecordChangesTable } from '../../platform/db/schema/ledger-tables/publication-tables.ts';
import { createSqliteFile, iterateRows, prepareInsert } from '../../platform/db/sqlite/new-sqlite-file.ts';
import { isWhole } from '../record/check-record.ts';

/** A record that differs between two snapshots. Texts are in JSON. */
export interface RecordDifference {
  readonly vendor: { readonly id: string; readonly license_type: string; readonly digits: string };
  /**
   * Undefined for a vendor that was not on record. `isWhole` is true if the texts are unchanged since they
   * were stored.
   */
  readonly before:
    | { readonly scorecard: string; readonly verdict: string; readonly isWhole: boolean }
    | undefined;
  /** Undefined for a vendor that is no longer on record. */
  readonly after: { readonly scorecard: string; readonly verdict: string } | undefined;
}

interface DifferingRow {
  readonly id: string;
  readonly license_type: string;
  readonly digits: string;
  readonly before_facts: string | null;
  readonly before_scorecard: string | null;
  readonly before_sha256: string | null;
  readonly before_verdict: string | null;
  readonly after_scorecard: string | null;
  readonly after_verdict: string | null;
}

const differing = (earlier: 'earlier' | 'temp') => `
  select coalesce(now.id, was.id) as id, coalesce(now.license_type, was.license_type) as license_type,
    coalesce(now.digits, was.digits) as digits, was_record.facts as before_facts,
    was_record.scorecard as before_scorecard, was.sha256 as before_sha256, was.verdict as before_verdict,
    now_record.scorecard as after_scorecard, now.verdict as after_verdict
  from main.vendors now full join ${earlier}.vendors was on was.id = now.id
  left join main.records now_record on now_record.position = now.position
  left join ${earlier}.records was_record on was_record.position = was.position
  where now.sha256 is not was.sha256 or now.verdict is not was.verdict
  order by 2, 3`;

/**
 * An empty version of the snapshot tables that the comparison needs, for use before the first publication.
 */
const NO_RECORDS = `
  create temp table vendors (position integer primary key, id text, license_type text, digits text, sha256 text, verdict text);
  create temp table records (position integer primary key, facts text, scorecard text);`;

/**
 * Lists the records that differ between two snapshot files, in the order of license numbers. Memory use does
 * not grow with the number of records. Throws SQLite's error if a file is missing or damaged.
 */
export function* listDifferences(files: {
  /** Undefined for the first publication. */
  readonly before: string | undefined;
  readonly after: string;
}): Generator<RecordDifference> {
  const sqlite = new DatabaseSync(files.after, { readOnly: true });
  try {
    if (files.before === undefined) sqlite.exec(NO_RECORDS);
    else sqlite.prepare('attach ? as earlier').run(files.before);
    const query = differing(files.before === undefined ? 'temp' : 'earlier');
    for (const row of iterateRows<DifferingRow>(sqlite, query)) yield toDifference(row);
  } finally {
    sqlite.close();
  }
}

function toDifference(row: DifferingRow): RecordDifference {
  const { id, license_type, digits } = row;
  return { vendor: { id, license_type, digits }, before: toBefore(row), after: toAfter(row) };
}

function toBefore({
  before_facts: facts,
  before_scorecard: scorecard,
  before_sha256: sha256,
  before_verdict: verdict,
}: DifferingRow): RecordDifference['before'] {
  if (facts === null || scorecard === null || sha256 === null || verdict === null) return undefined;
  return { scorecard, verdict, isWhole: isWhole({ facts, scorecard, sha256 }) };
}

function toAfter({ after_scorecard: scorecard, after_verdict: verdict }: DifferingRow) {
  return scorecard === null || verdict === null ? undefined : { scorecard, verdict };
}

/** A vendor's entry in the change feed before it is published. */
export type FoundChange = Omit<RecordChangesTable, 'number' | 'version'>;

const FOUND = ['vendor_id', 'license_key', 'license_number', 'name', 'changes'] as const;

/** Writes changes to a new file, because they may not fit in memory. */
export function writeFound(file: string, changes: Iterable<FoundChange>): void {
  const sqlite = createSqliteFile(file, `create table found (${FOUND.join(' text, ')} text)`);
  try {
    sqlite.exec('begin');
    const insert = prepareInsert<FoundChange>(sqlite, 'found', FOUND);
    for (const change of changes) insert(change);
    sqlite.exec('commit');
  } finally {
    sqlite.close();
  }
}

/** Lists the changes in the order in which they were written. */
export function* listFound(file: string): Generator<FoundChange> {
  const sqlite = new DatabaseSync(file, { readOnly: true });
  try {
    yield* iterateRows<FoundChange>(sqlite, `select ${FOUND.join(', ')} from found order by rowid`);
  } finally {
    sqlite.close();
  }
}
