import type { IsoDate } from '../../../src/lib/dates.ts';
import type { OpenRegistry, RegistryTx } from '../../../src/platform/db/database.ts';
import { migrateRegistry } from '../../../src/platform/db/migrate.ts';
import { openSqlite } from '../../../src/platform/db/sqlite.ts';
import { publish } from '../../../src/registry/publication/service.ts';
import { FLORIDA_DBPR } from '../../../src/registry/sources/florida-dbpr/source.ts';
import type { ParsedFile } from '../../../src/registry/sources/parsed-file.ts';
import { type KnownRecords, type PublishedState, readState } from './published-state.ts';

/** What the import reports of one file. */
export interface FileReport {
  readonly outcome: 'published' | 'set_aside' | 'unchanged' | 'held_back' | 'withdrawn';
  readonly reason: string;
  readonly slot: string;
  readonly fileDate: string | null;
  readonly refused: number;
  readonly warnings: Readonly<Record<string, number>>;
}

export interface Trial {
  readonly state: PublishedState;
  readonly report: FileReport;
}

export interface TrialRegistry {
  /** Publishes files and keeps them. */
  readonly keep: (files: readonly ParsedFile[]) => Promise<void>;
  /** Publishes files, looks at what is then published, and takes all of it back. */
  readonly attempt: (files: readonly ParsedFile[]) => Promise<Trial>;
  readonly close: () => Promise<void>;
}

/** About 10 KB each. */
const KNOWN_MAX = 5_000;

/** A registry in memory. */
export async function openTrialRegistry(asOf: IsoDate): Promise<TrialRegistry> {
  const registry: OpenRegistry = openSqlite(':memory:');
  await migrateRegistry(registry);
  const known: KnownRecords = new Map();
  const now = () => new Date(`${asOf}T12:00:00Z`);
  return {
    async keep(files) {
      const { files: outcomes } = await publish(registry, { files, asOf, now });
      const bad = outcomes.find(({ outcome }) => outcome === 'held_back');
      if (bad) throw new Error(`a good file was held back: ${bad.name}, ${bad.reason}`);
    },
    async attempt(files) {
      if (known.size > KNOWN_MAX) known.clear();
      const { access, lastState } = takingBack(registry, known);
      const { files: outcomes } = await publish(access, { files, asOf, now });
      const outcome = outcomes[0];
      const state = lastState();
      if (!outcome || !state) throw new Error('a publication without a file');
      const refused = Object.values(outcome.refusals).reduce((sum, count) => sum + count, 0);
      const { fileDate, slot, warnings } = outcome;
      const reason = outcome.reason ?? '';
      return { state, report: { outcome: outcome.outcome, reason, slot, fileDate, refused, warnings } };
    },
    close: () => registry.close(),
  };
}

/** Reads a file as the import does, published on a day: a file of a later day counts before one of an earlier. */
export async function parse(
  file: { readonly name: string; readonly bytes: Uint8Array },
  readOn: IsoDate,
  isToday: boolean,
): Promise<ParsedFile> {
  const publishedAt = isToday ? '2100-01-02T00:00:00Z' : '2100-01-01T00:00:00Z';
  return FLORIDA_DBPR.readFile({ ...file, publishedAt }, readOn);
}

class TakenBack extends Error {}

/** The registry, with each transaction rolled back after its result was looked at. */
function takingBack(registry: OpenRegistry, known: KnownRecords) {
  let state: PublishedState | undefined;
  async function execute<Value>(run: (tx: RegistryTx) => Promise<Value>): Promise<Value> {
    const results: Value[] = [];
    try {
      await registry.longWorkDb.transaction().execute(async (tx) => {
        results.push(await run(tx));
        state = await readState(tx, known);
        throw new TakenBack();
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
    const [result] = results;
    if (result === undefined) throw new Error('a publication without a result');
    return result;
  }
  return { access: withTransaction(registry, execute), lastState: () => state };
}

/** A publication asks nothing of the database but to open a transaction. */
function withTransaction(registry: OpenRegistry, execute: unknown): OpenRegistry {
  const longWorkDb = { transaction: () => ({ execute }) } as unknown as OpenRegistry['longWorkDb'];
  return { ...registry, longWorkDb };
}
