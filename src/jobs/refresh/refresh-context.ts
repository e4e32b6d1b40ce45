import { type Config, publicationDay } from '../../config.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import type { Fetcher, Sleep } from '../../platform/net/fetcher.ts';

export interface RefreshContext {
  readonly config: Config;
  readonly database: OpenLedger;
  readonly now: () => Date;
  /** Replaced in tests. */
  readonly fetcher?: Fetcher;
  readonly sleep?: Sleep;
  /** The number of fictional vendors if the source is the demo; fewer in tests. */
  readonly demoVendors?: number;
  readonly signal?: AbortSignal;
  /** Fetches even if the last fetch is recent. */
  readonly force?: boolean;
  /**
   * An operator's as-of day, and a flag that makes later runs keep it. By default the current day, or AS_OF.
   */
  readonly day?: ChosenDay;
  readonly onProgress?: (done: number, all: number, what: string) => void;
}

interface ChosenDay {
  readonly asOf?: IsoDate;
  readonly keepAsOf?: boolean;
}

/** Returns the as-of day of a run's publication. */
export function dayOfRun({ config, now, day }: Pick<RefreshContext, 'config' | 'now' | 'day'>): ChosenDay & {
  readonly asOf: IsoDate;
} {
  return { ...publicationDay(config, now()), ...day };
}
