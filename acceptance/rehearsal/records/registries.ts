import type { IsoDate } from '../../../src/lib/time/dates.ts';
import type { OpenLedger } from '../../../src/platform/db/database.ts';
import { publish } from '../../../src/records/publication/service.ts';
import type { ParsedFile } from '../../../src/regulator/source/parsed-file.ts';
import { REGULATOR } from '../../../src/regulator/source/regulator.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { type KnownRecords, type PublishedState, readState } from '../../feed-faults/published-state.ts';

/** A registry that is given good files by hand. */
export interface GoodRegistry {
  /** Publishes files as of a day, and says which of them the import held back all the same. */
  take(files: readonly ParsedFile[], day: IsoDate): Promise<string[]>;
  state(): Promise<PublishedState>;
  readonly registry: OpenLedger;
}

export async function openGoodRegistry(): Promise<GoodRegistry> {
  const registry = await openTestSqlite();
  return {
    registry,
    async take(files, day) {
      const { files: outcomes } = await publish(registry, { files, asOf: day, now: at(day) });
      return outcomes.flatMap(({ name, outcome, reason }) =>
        outcome === 'held_back' ? [`${name}: ${reason}`] : [],
      );
    },
    state: stateReader(registry),
  };
}

export function at(day: IsoDate): () => Date {
  return () => new Date(`${day}T16:00:00Z`);
}

/** About 10 KB each. */
const KNOWN_MAX = 5_000;

function stateReader(registry: OpenLedger): () => Promise<PublishedState> {
  const known: KnownRecords = new Map();
  return () => {
    if (known.size > KNOWN_MAX) known.clear();
    return registry.longWorkDb.transaction().execute((tx) => readState(tx, registry, known));
  };
}

export function parseGood(
  file: { readonly name: string; readonly bytes: Uint8Array; readonly publishedAt: string },
  day: IsoDate,
): Promise<ParsedFile> {
  return REGULATOR.readFile(file, day);
}
