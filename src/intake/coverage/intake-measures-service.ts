import { parseStored } from '../../lib/stored-json.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { renewedWeekly } from './coverage.ts';

/** The newest published file in a slot. */
interface MeasuredFile {
  readonly slot: string;
  readonly kind: string;
  readonly district: number | null;
  readonly file_date: string | null;
  readonly rows_read: number;
  readonly rows_kept: number;
  readonly rows_other: number;
  readonly rows_refused: number;
  /** The number of doubts about the file when it was published. */
  readonly doubts: number;
}

export interface IntakeMeasures {
  readonly files: readonly (MeasuredFile & { readonly isRenewed: boolean })[];
  /** The result of the last request for each of the source's files. */
  readonly source: readonly {
    readonly name: string;
    readonly checked_at: string;
    readonly outcome: string;
  }[];
  /** The last run; undefined if there was none. */
  readonly run:
    | { readonly outcome: string; readonly started_at: string; readonly finished_at: string }
    | undefined;
}

/** The maximum number of source files to report, because a source folder may contain any number of files. */
const SOURCE_FILES_MAX = 200;

/** Returns the regulator's files that are in use, and the result of the last run. Runs three queries. */
export async function measureIntake(ledgerDb: LedgerDb): Promise<IntakeMeasures> {
  const files = await ledgerDb
    .selectFrom('import_files')
    .select(['slot', 'kind', 'district', 'file_date', 'rows_read', 'rows_kept', 'rows_other', 'rows_refused'])
    .select('findings')
    .where('id', 'in', (newest) =>
      newest
        .selectFrom('import_files')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('outcome', '=', 'published')
        .groupBy('slot'),
    )
    .orderBy('slot')
    .execute();
  const source = await ledgerDb
    .selectFrom('source_files')
    .select(['name', 'checked_at', 'outcome'])
    // Files for a fixed period are not renewed, and their names change.
    .where('period', 'is', null)
    .orderBy('name')
    .limit(SOURCE_FILES_MAX)
    .execute();
  const run = await ledgerDb
    .selectFrom('import_runs')
    .select(['outcome', 'started_at', 'finished_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const renewed = new Set(renewedWeekly(files));
  return {
    files: files.map((file) => {
      const { findings, ...measured } = file;
      const doubts = parseStored<readonly unknown[]>(findings).length;
      return { ...measured, doubts, isRenewed: renewed.has(file) };
    }),
    source,
    run,
  };
}
