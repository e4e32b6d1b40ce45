import type { Texts } from '../../lib/language/language.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { Backtest } from './backtest-report.ts';
import report from './published-backtest.json' with { type: 'json' };

/** A published back-test: the output of the command, and how to repeat it. */
interface PublishedBacktest {
  readonly ranOn: IsoDate;
  readonly region: Texts;
  /** The command that reproduces the report from the regulator's files for those years. */
  readonly command: string;
  readonly report: Backtest & {
    readonly files: readonly {
      readonly name: string;
      readonly sha256: string;
      readonly newest: string | null;
    }[];
  };
}

/** The latest back-test of the current rules. docs/scoring.md explains how to create the next one. */
export const PUBLISHED: PublishedBacktest = {
  ranOn: '2026-11-28',
  region: REGULATOR.backtested.region,
  command: `npm run cli -- backtest --from ${REGULATOR.backtested.files.join(' ')}`,
  // The cast is needed because importing JSON widens the literal types of the report. A test compares the
  // file with the command's output.
  report: report as unknown as PublishedBacktest['report'],
};
