import { addMonths, type IsoDate } from '../../lib/dates.ts';
import type { OpenRegistry, RegistryTx } from '../../platform/db/database.ts';
import type { PublishedStateTable } from '../../platform/db/schema-registry.ts';
import { recordChanges } from '../changes/recording-service.ts';
import { coversOf } from '../intake/covers.ts';
import { type ImportOutcome, importFiles } from '../intake/import-service.ts';
import type { OperatorReason } from '../intake/judge-file.ts';
import type { Loading } from '../intake/loading.ts';
import type { RunFile } from '../intake/run-files.ts';
import { finishRun, type SourceCheck, startRun } from '../intake/runs-service.ts';
import { findLoadingYears } from '../intake/source-files-service.ts';
import { type VerdictChange, VerdictCount } from '../intake/verdict-changes.ts';
import type { Withdrawal } from '../intake/withdrawals-service.ts';
import { describePartlyRead, earliestReach, parseCovers } from '../published-state/covers.ts';
import { findPublishedState, writePublishedState } from '../published-state/service.ts';
import { SCORE_RULES, SCORED_YEARS } from '../scoring/rules.ts';
import { contextOf } from '../snapshot/record-context.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { RECORD_FORMAT } from '../vendors/records-service.ts';
import { keepsRecords } from './keeps-records.ts';
import { hashOfCode } from './made-by-service.ts';
import { RecordMaker, type WhereMade } from './record-maker-service.ts';
import { publishAll, publishKept } from './records-service.ts';

interface PublicationRequest {
  readonly files: readonly RunFile[];
  /** By default the day of the records as they are published, and while an operator's day is kept, that one. */
  readonly asOf?: IsoDate | undefined;
  /** An operator chose `asOf`: it is kept until the files of every district reach beyond it. */
  readonly keepAsOf?: boolean;
  readonly now: () => Date;
  /** Demo runs replace the fictional records of an earlier day. */
  readonly replaceFictional?: boolean;
  /** What the source had, where the files are those of a source. */
  readonly source?: SourceCheck | undefined;
  /** An operator's word for every one of the files. */
  readonly acceptance?: OperatorReason;
  readonly withdrawal?: Withdrawal;
  /** Where records are made, if all are; tests say it. */
  readonly whereMade?: WhereMade;
  /** Fiscal years of inspections that are still to come; by default those that the source is remembered to owe. */
  readonly loadingYears?: readonly string[];
  /** Called as the run goes from one step to the next. */
  readonly onStep?: (step: 'importing' | 'scoring' | 'publishing') => void;
}

export interface Publication extends Omit<ImportOutcome, 'published' | 'publishedBefore' | 'touched'> {
  /**
   * "failed": every file was held back, or there never was one with a vendor, and nothing was changed; "unchanged":
   * there was nothing new to publish.
   */
  readonly outcome: 'published' | 'unchanged' | 'failed';
  readonly version: number;
  readonly vendors: number;
  readonly recordsWritten: number;
  readonly recordsRemoved: number;
  readonly asOf: IsoDate;
  /** The day that the files read of every district reach; null if nothing is published or no district has a file. */
  readonly recordsReachTo: IsoDate | null;
  /** The districts whose files were read, when some were not; null when all were, or nothing is published. */
  readonly partlyRead: string | null;
  /** The day of the records before this run; null when there were none. */
  readonly asOfBefore: IsoDate | null;
  /** Null where the run published nothing, or where verdicts before it are not known. */
  readonly verdictChanges: readonly VerdictChange[] | null;
}

/**
 * One run: merges the files, scores every vendor, and publishes records and statistics, all in one
 * transaction that readers never wait for. A run without files publishes the stored records as of another day.
 */
export async function publish(database: OpenRegistry, request: PublicationRequest): Promise<Publication> {
  const maker = new RecordMaker(request.whereMade);
  try {
    return await publishWith(maker, database, request);
  } finally {
    await maker.close();
  }
}

/** Rows from which on a first publication has a thread ready for its records. */
const ROWS_OF_THREAD = 5_000;

async function publishWith(
  maker: RecordMaker,
  { longWorkDb, engine }: OpenRegistry,
  request: PublicationRequest,
): Promise<Publication> {
  return longWorkDb.transaction().execute(async (tx) => {
    await engine.lockPublication(tx);
    const state = await findPublishedState(tx);
    const now = request.now().toISOString();
    const asked = request.asOf ?? state?.as_of;
    if (asked === undefined) throw new Error('Nothing is published yet, so a day is needed.');
    const rows = request.files.reduce((sum, { rowsKept }) => sum + rowsKept, 0);
    if (!state && rows >= ROWS_OF_THREAD) maker.warmUp();
    const runId = await startRun(tx, { asOf: asked, now });
    request.onStep?.('importing');
    const imported = await importFiles(tx, {
      id: runId,
      files: request.files,
      now,
      stored: state ? (state.fictional === 1 ? 'fictional' : 'real') : undefined,
      replaceFictional: request.replaceFictional ?? false,
      acceptance: request.acceptance,
      withdrawal: request.withdrawal,
      decideAgain: state !== undefined && state.record_format !== RECORD_FORMAT,
    });
    const { asOf, isChosen } = dayToPublish({ asked, keepAsOf: request.keepAsOf }, state, imported.published);
    const loadingYears = request.loadingYears ?? (await findLoadingYears(tx));
    const loading = { years: loadingYears, scoredFrom: addMonths(asOf, -12 * SCORED_YEARS) };
    const heldBack = imported.files.filter(({ outcome }) => outcome === 'held_back').length;
    const isAllHeldBack = heldBack > 0 && heldBack === request.files.length && !request.source?.unchanged;
    const failed = imported.published.length === 0 || isAllHeldBack;
    const result = failed
      ? nothingDone(state)
      : await publishState(tx, engine, { ...request, asOf, isChosen, maker, loading }, { imported, state });
    if (imported.withdrawn && result.vendors === 0) throw new Error(NOTHING_LEFT);
    const summary = JSON.stringify({ ...result, files: imported.files.length, source: request.source });
    await finishRun(tx, runId, {
      outcome: result.outcome,
      summary,
      now: request.now().toISOString(),
    });
    const { published: _published, publishedBefore: _before, touched: _touched, ...outcome } = imported;
    return { ...outcome, ...result, asOf, asOfBefore: state?.as_of ?? null };
  });
}

const NOTHING_LEFT =
  'Without this file no vendor would be on record, so nothing was changed. Import another file first, or begin with an empty data folder.';

function nothingDone(state: PublishedStateTable | undefined) {
  const outcome = 'failed' as const;
  const none = {
    vendors: 0,
    recordsWritten: 0,
    recordsRemoved: 0,
    verdictChanges: null,
    recordsReachTo: null,
    partlyRead: null,
  };
  return { outcome, version: state?.version ?? 0, ...none };
}

async function publishState(
  tx: RegistryTx,
  engine: OpenRegistry['engine'],
  request: PublicationRequest & {
    readonly asOf: IsoDate;
    readonly isChosen: boolean;
    readonly maker: RecordMaker;
    readonly loading: Loading;
  },
  {
    imported,
    state,
  }: {
    readonly imported: ImportOutcome;
    readonly state: PublishedStateTable | undefined;
  },
) {
  const { asOf, isChosen } = request;
  const filesCover = coversOf(imported.published, asOf, request.loading);
  const context = contextOf(imported.published, filesCover, { asOf, fictional: imported.fictional });
  request.onStep?.('scoring');
  const verdicts = new VerdictCount();
  const version = (state?.version ?? 0) + 1;
  const isOneFormat = state?.record_format === RECORD_FORMAT;
  const madeBy = hashOfCode();
  const changes = await recordChanges(tx, { version, isOneFormat, isOneProgram: state?.made_by === madeBy });
  const publishing = {
    tx,
    engine,
    storedFormat: state?.record_format,
    onWrite: changes.record,
    onVerdict: (before: string | undefined, after: string | undefined) => verdicts.add(before, after),
    onWritten: () => request.onStep?.('publishing'),
  };
  const before =
    state &&
    contextOf(imported.publishedBefore, parseCovers(state.covers), {
      asOf: state.as_of,
      fictional: state.fictional === 1,
    });
  const made = { format: RECORD_FORMAT, by: madeBy, isDayChosen: isChosen };
  const { touched } = imported;
  const isKept = before && touched !== 'all' && keepsRecords(state, before, context, made);
  const kept = isKept ? await publishKept(publishing, { before, after: context, touched }) : undefined;
  const { count, change } = kept ?? (await publishAll(publishing, context, request.maker));
  // An empty state would say "nothing found" where nothing is known.
  if (count.total === 0 && !state) return nothingDone(state);
  const counts = count.result({ ...context, filesCover });
  const { dataAsOf } = context;
  const statistics = JSON.stringify(counts);
  const unchanged =
    state?.statistics === statistics &&
    state.as_of_chosen === Number(isChosen) &&
    change.written === 0 &&
    change.removed === 0;
  if (!unchanged) {
    const publishedAt = request.now().toISOString();
    await changes.finish({ asOf, dataAsOf, publishedAt });
    await writePublishedState(tx, {
      version,
      as_of: asOf,
      data_as_of: dataAsOf,
      published_at: publishedAt,
      fictional: imported.fictional ? 1 : 0,
      score_version: SCORE_RULES.version,
      record_format: RECORD_FORMAT,
      statistics,
      as_of_chosen: Number(isChosen),
      covers: JSON.stringify(counts.covers),
      made_by: madeBy,
      made_on: kept && state ? state.made_on : asOf,
    });
  }
  return {
    outcome: unchanged ? ('unchanged' as const) : ('published' as const),
    version: unchanged ? (state?.version ?? 0) : version,
    vendors: count.total,
    recordsReachTo: earliestReach(filesCover) ?? null,
    partlyRead: describePartlyRead(filesCover, REGULATOR.districts.length),
    recordsWritten: change.written,
    recordsRemoved: change.removed,
    // Other rules may have made the verdicts of records of another format.
    verdictChanges: state === undefined || isOneFormat ? verdicts.list() : null,
  };
}

/**
 * The day that records are published as of. An operator's day stays, whatever day is asked for without choosing it, until
 * the license and inspection files of every district reach beyond it: one newer file re-dates nothing.
 */
function dayToPublish(
  { asked, keepAsOf }: { readonly asked: IsoDate; readonly keepAsOf: boolean | undefined },
  state: PublishedStateTable | undefined,
  files: ImportOutcome['published'],
): { readonly asOf: IsoDate; readonly isChosen: boolean } {
  if (keepAsOf !== undefined) return { asOf: asked, isChosen: keepAsOf };
  if (state?.as_of_chosen !== 1) return { asOf: asked, isChosen: false };
  const covers = coversOf(files, asked);
  const isOutrun = covers.length > 0 && covers.every(({ reach_to }) => reach_to > state.as_of);
  return isOutrun ? { asOf: asked, isChosen: false } : { asOf: state.as_of, isChosen: true };
}
