import type { IsoDate } from '../../lib/dates.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { Backtest } from './backtest-report.ts';
import report from './published-backtest.json' with { type: 'json' };

/** A back-test as published: the command's own output, and what it was run on. */
interface PublishedBacktest {
  readonly ranOn: IsoDate;
  readonly region: string;
  /** Repeats it, given the regulator's files of those years. */
  readonly command: string;
  readonly weakest: string;
  readonly report: Backtest & {
    readonly files: readonly {
      readonly name: string;
      readonly sha256: string;
      readonly newest: string | null;
    }[];
  };
}

/** The latest back-test of the rules in force; docs/scoring.md says how to make the next one. */
export const PUBLISHED: PublishedBacktest = {
  ranOn: '2026-11-22',
  region: REGULATOR.backtested.region,
  command: `npm run cli -- backtest --from ${REGULATOR.backtested.files.join(' ')}`,
  weakest:
    'The score is weakest for short records. With a single earlier inspection it orders vendors no better than a coin ' +
    'when it comes to follow-ups (0.52), one reason to give no letter for one inspection. It says next to nothing about ' +
    'closures: there were seven in two years. Letters are rough, too: between two inspections in a row about four ' +
    'vendors in ten change theirs, and few vendors have an F. And all of it rests on one district of small trucks and ' +
    'caterers, years ago.',
  // JSON widens the literals of the report's types; a test holds the file to what the command prints.
  report: report as unknown as PublishedBacktest['report'],
};
