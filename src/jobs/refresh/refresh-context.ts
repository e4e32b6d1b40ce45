import { type Config, publicationDay } from '../../config.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import type { Fetcher, Sleep } from '../../platform/net/fetcher.ts';

export interface RefreshContext {
  readonly config: Config;
  readonly database: OpenLedger;
  readonly now: () => Date;
  /** Replaced only in tests. */
  readonly fetcher?: Fetcher;
  readonly sleep?: Sleep;
  /** The number of fictional vendors if the source is the demo. Tests use fewer. */
  readonly demoVendors?: number;
  readonly signal?: AbortSignal;
  /** True to fetch even if the last fetch is recent. */
  readonly force?: boolean;
  /**
   * The as-of day that an operator chose, and a flag that makes later runs keep it. Defaults to AS_OF or the
   * current day.
   */
  readonly day?: ChosenDay;
  readonly onProgress?: (done: number, all: number, what: string) => void;
}

interface ChosenDay {
  readonly asOf?: IsoDate;
  readonly keepAsOf?: boolean;
}

/** Returns the as-of day for a run's publication. */
export function dayOfRun({ config, now, day }: Pick<RefreshContext, 'config' | 'now' | 'day'>): ChosenDay & {
  readonly asOf: IsoDate;
} {
  return { ...publicationDay(config, now()), ...day };
}
