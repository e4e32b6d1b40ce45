import { addDays, type IsoDate } from '../../src/lib/time/dates.ts';
import type { LedgerTx, OpenLedger } from '../../src/platform/db/database.ts';
import { publish } from '../../src/records/publication/service.ts';
import { FLORIDA_DBPR } from '../../src/regulator/florida/florida-source.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { openTestSqlite } from '../../test/support/engines.ts';
import { type KnownRecords, type PublishedState, readState } from './published-state.ts';

/** The import's report on one file. */
export interface FileReport {
  /** The import's own term for the outcome. */
  readonly outcome: string;
  readonly reason: string;
  readonly slot: string;
  readonly fileDate: string | null;
  readonly refused: number;
  readonly warnings: Readonly<Record<string, number>>;
  /**
   * The number of doubts about the published file. 0 if this version of the import does not report doubts.
   */
  readonly doubts: number;
}

export interface Trial {
  readonly state: PublishedState;
  readonly report: FileReport;
}

export interface TrialRegistry {
  /** Publishes files permanently. */
  readonly keep: (files: readonly ParsedFile[]) => Promise<void>;
  /**
   * Publishes files for one day or several days in a row, reads the state after each, and undoes everything.
   */
  readonly attempt: (days: readonly (readonly ParsedFile[])[]) => Promise<Trial[]>;
  readonly close: () => Promise<void>;
}

/** The maximum number of cached records. Each takes about 10 KB. */
const KNOWN_MAX = 5_000;

/** Opens a registry in memory. */
export async function openTrialRegistry(asOf: IsoDate): Promise<TrialRegistry> {
  const registry: OpenLedger = await openTestSqlite();
  const known: KnownRecords = new Map();
  return {
    async keep(files) {
      const { files: outcomes } = await publish(registry, { files, asOf, now: () => noonOf(asOf) });
      const bad = outcomes.find(({ outcome }) => outcome === 'held_back');
      if (bad) throw new Error(`a good file was held back: ${bad.name}, ${bad.reason}`);
    },
    attempt: async (days) => {
      if (known.size > KNOWN_MAX) known.clear();
      const trials: Trial[] = [];
      await takeBack(registry, async (tx) => {
        for (const [index, files] of days.entries()) {
          const day = addDays(asOf, index);
          const { files: outcomes } = await publish(within(registry, tx), {
            files,
            asOf: day,
            now: () => noonOf(day),
          });
          const [outcome] = outcomes;
          if (!outcome) throw new Error('a publication without a file');
          trials.push({ state: await readState(tx, registry, known), report: toReport(outcome) });
        }
      });
      return trials;
    },
    close: () => registry.close(),
  };
}

/**
 * Parses a file as the import would if it had been published on a given day. A file from a later day takes
 * precedence.
 */
export async function parse(
  file: { readonly name: string; readonly bytes: Uint8Array },
  readOn: IsoDate,
  isToday: boolean,
): Promise<ParsedFile> {
  const publishedAt = isToday ? '2100-01-02T00:00:00Z' : '2100-01-01T00:00:00Z';
  return FLORIDA_DBPR.readFile({ ...file, publishedAt }, readOn);
}

type FileOutcome = Awaited<ReturnType<typeof publish>>['files'][number];

function toReport(outcome: FileOutcome): FileReport {
  const { fileDate, slot, warnings, refusals, reason } = outcome;
  return {
    outcome: outcome.outcome,
    reason: reason ?? '',
    slot,
    fileDate,
    warnings,
    refused: Object.values(refusals).reduce((sum, count) => sum + count, 0),
    doubts: countDoubts(outcome),
  };
}

/** Counts the doubts about a file. Older versions of the import do not report findings. */
function countDoubts(outcome: object): number {
  return 'findings' in outcome && Array.isArray(outcome.findings) ? outcome.findings.length : 0;
}

function noonOf(day: IsoDate): Date {
  return new Date(`${day}T12:00:00Z`);
}

class TakenBack extends Error {}

async function takeBack({ longWorkDb }: OpenLedger, run: (tx: LedgerTx) => Promise<void>): Promise<void> {
  try {
    await longWorkDb.transaction().execute(async (tx) => {
      await run(tx);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

/** Returns the registry bound to a transaction, so that a publication does not open another transaction. */
function within(registry: OpenLedger, tx: LedgerTx): OpenLedger {
  const execute = async <Value>(run: (tx: LedgerTx) => Promise<Value>) => run(tx);
  const longWorkDb = new Proxy<OpenLedger['longWorkDb']>(tx, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...registry, longWorkDb };
}
