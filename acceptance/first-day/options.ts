import { parseArgs } from 'node:util';
import { DAYS } from './site/world.ts';

/** The size of a rehearsal and the parts to run. */
export interface Options {
  readonly rows: number;
  readonly seed: number;
  /** The number of days to rehearse after the first one. */
  readonly days: number;
  /** After this many minutes, no further day is started. */
  readonly minutes: number;
  readonly latencyMs: number;
  /** True if the service waits as long between two requests on the first day as it does in production. */
  readonly isPolite: boolean;
  readonly parts: ReadonlySet<Part>;
  readonly verbose: boolean;
}

const PARTS = ['real', 'first', 'cut-first', 'month'] as const;
type Part = (typeof PARTS)[number];

const SMALL = { rows: 3_500, days: 5, latencyMs: 5 } as const;
const ROWS = 70_000;
/** With fewer rows, some district would not have enough counties. */
const ROWS_MIN = 1_000;
const ROWS_MAX = 300_000;
const MINUTES = 240;
const LATENCY_MS = 150;

export const USAGE = `npm run acceptance -- first-day [options]
  --rows 70000      licenses of the fictional state (${ROWS_MIN} to ${ROWS_MAX})
  --small           ${SMALL.rows} licenses, ${SMALL.days} days, no waits
  --days ${DAYS - 1}         days that follow the first one; 0 for none
  --minutes ${MINUTES}     begin no further day after so many minutes
  --seed 1
  --latency ${LATENCY_MS}     milliseconds that the site takes for each answer
  --only <part>     one of ${PARTS.join(', ')}; several are allowed
  --real-only       the same as --only real
  --verbose         a line for each day of the month`;

/** Reads the options. Throws an Error with an explanation if an option is invalid. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string' },
      small: { type: 'boolean', default: false },
      days: { type: 'string' },
      minutes: { type: 'string', default: String(MINUTES) },
      seed: { type: 'string', default: '1' },
      latency: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      'real-only': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const { small } = values;
  const wanted = values['real-only'] ? ['real'] : values.only;
  const parts = PARTS.filter((part) => wanted.length === 0 || wanted.includes(part));
  const unknown = wanted.find((part) => !PARTS.some((each) => each === part));
  if (unknown !== undefined) throw new Error(`--only is ${unknown}; it must be one of ${PARTS.join(', ')}.`);
  if (parts.includes('month') && !parts.includes('first'))
    throw new Error('--only month needs --only first as well: the month begins with the first day.');
  return {
    rows: count('rows', values.rows ?? (small ? SMALL.rows : ROWS), ROWS_MIN, ROWS_MAX),
    days: count('days', values.days ?? (small ? SMALL.days : DAYS - 1), 0, DAYS - 1),
    minutes: count('minutes', values.minutes, 1, 10_000),
    seed: count('seed', values.seed, 0, 1_000_000),
    latencyMs: count('latency', values.latency ?? (small ? SMALL.latencyMs : LATENCY_MS), 0, 10_000),
    isPolite: !small,
    parts: new Set(parts),
    verbose: values.verbose,
  };
}

function count(name: string, text: string | number, least: number, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`--${name} is ${text}; it must be a whole number from ${least} to ${most}.`);
}
