import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { IsoDate } from '../../src/lib/time/dates.ts';
import type { Family, Sample } from '../../src/ops/telemetry/families.ts';
import { type DayState, type FileState, reachOf } from './oracle.ts';
import { at, FETCH_AT, NEW_DAY_AT } from './service.ts';
import { makeFile } from './world.ts';

/**
 * Determines which alerts fire. `promtool` evaluates the actual rules over the metrics for the whole period.
 * Its clock starts at 0, so the time of the first day's midnight is subtracted from every time in a metric.
 */
const RULES = path.resolve(import.meta.dirname, '../../deploy/observability/alerts.yml');
const STEP_MINUTES = 5;
const DAY_MINUTES = 24 * 60;
/**
 * The times at which alerts are checked: before each of the day's two runs, soon after the fetch, and at the
 * end of the day.
 */
const PROBES = ['05:00', '12:10', '12:30', '23:55'];
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const QUERY = 'count by (alertname, slot) (ALERTS{alertstate="firing"})';
/** The share of a file's rows above which `RowsRefused` fires. */
const REFUSED_SHARE_MAX = 0.01;

export interface JudgedAlerts {
  readonly differences: readonly string[];
  /** The days on which each alert must fire, by `name slot`. */
  readonly firing: ReadonlyMap<string, ReadonlySet<IsoDate>>;
  readonly probes: number;
}

type Segments = { readonly step: number; readonly value: number | undefined }[];

export class AlertRecording {
  readonly #start: IsoDate;
  readonly #days: number;
  readonly #series = new Map<string, Segments>();
  readonly #states: DayState[] = [];
  #wanted: ReadonlySet<string> | undefined;

  constructor(start: IsoDate, days: number) {
    this.#start = start;
    this.#days = days;
  }

  /** Adds the metrics that apply from this time on. */
  take(day: IsoDate, when: 'new_day' | 'fetch', families: readonly Family[]): void {
    const step = this.#stepOf(at(day, when === 'fetch' ? FETCH_AT : NEW_DAY_AT));
    const said = new Map<string, number>();
    if (families.length > 0) said.set(seriesOf('up', {}), 1);
    for (const { name, values } of families)
      for (const { metricName = name, labels, value } of values) {
        const isTime = metricName.endsWith('_timestamp_seconds');
        said.set(seriesOf(metricName, labels), isTime ? value - this.#zero() : value);
      }
    for (const key of new Set([...this.#series.keys(), ...said.keys()])) {
      const segments = this.#series.get(key) ?? [];
      this.#series.set(key, segments);
      segments.push({ step, value: said.get(key) });
    }
  }

  expect(state: DayState): void {
    this.#states.push(state);
  }

  /** Compares the alerts that fire at each probe with the expected ones. */
  async judge(): Promise<JudgedAlerts> {
    const rules = await readFile(RULES, 'utf8');
    this.#wanted = new Set(['up', ...(rules.match(/vendor_compliance_\w+/g) ?? [])]);
    const probes = this.#states.flatMap(({ day }, index) =>
      PROBES.map((time) => ({ day, time, firing: this.#firingAt(index, at(day, time)) })),
    );
    const folder = await mkdtemp(path.join(tmpdir(), 'rehearsal-alerts-'));
    try {
      const file = path.join(folder, 'rehearsal.test.yml');
      await writeFile(file, this.#testFile(probes));
      return { differences: await this.#run(file), firing: firingDays(probes), probes: probes.length };
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async #run(file: string): Promise<string[]> {
    try {
      await promisify(execFile)('promtool', ['test', 'rules', file], { maxBuffer: 64 * 1024 * 1024 });
      return [];
    } catch (error) {
      const said = outputOf(error);
      const told = said.split(/(?=expr: )/).filter((part) => part.startsWith('expr: '));
      if (told.length === 0) throw error;
      return told.map((part) => `${this.#momentOf(part)}: alerts that fire\n${part.trim()}`);
    }
  }

  /** Converts a promtool time, which is a duration since the start. */
  #momentOf(part: string): string {
    const units: Readonly<Record<string, number>> = { w: 7 * DAY_MINUTES, d: DAY_MINUTES, h: 60, m: 1, s: 0 };
    const [, text = ''] = /time: (\w+)/.exec(part) ?? [];
    const minutes = [...text.matchAll(/(\d+)([wdhms])/g)].reduce(
      (sum, [, count, unit = 's']) => sum + Number(count) * (units[unit] ?? 0),
      0,
    );
    return new Date(at(this.#start, '00:00').getTime() + minutes * MINUTE_MS).toISOString();
  }

  #zero(): number {
    return at(this.#start, '00:00').getTime() / 1000;
  }

  #stepOf(moment: Date): number {
    return Math.round((moment.getTime() / 1000 - this.#zero()) / 60 / STEP_MINUTES);
  }

  #testFile(probes: readonly Probe[]): string {
    const steps = (this.#days * DAY_MINUTES) / STEP_MINUTES;
    const series = [...this.#series].flatMap(([key, segments]) =>
      this.#wanted?.has(key.split('{')[0] ?? '')
        ? [{ series: key, values: valuesText(segments, steps) }]
        : [],
    );
    const tests = probes.map(({ day, time, firing }) => ({
      expr: QUERY,
      eval_time: `${this.#stepOf(at(day, time)) * STEP_MINUTES}m`,
      exp_samples: firing.map((alert) => ({ labels: labelsText(alert), value: 1 })),
    }));
    const interval = `${STEP_MINUTES}m`;
    // promtool reads YAML, and every JSON document is also valid YAML.
    return JSON.stringify({
      rule_files: [RULES],
      evaluation_interval: interval,
      tests: [{ interval, input_series: series, promql_expr_test: tests }],
    });
  }

  /**
   * Returns the alerts that must fire at a moment on the day with this index. They are computed independently
   * of the alert rules.
   */
  #firingAt(index: number, moment: Date): Alert[] {
    const files = this.#filesAt(index, moment).flatMap(({ name, slot, isDaily, used }): Alert[] => {
      const ageMs = moment.getTime() - at(reachOf(used), '00:00').getTime();
      const isOld = isDaily && ageMs > 15 * 24 * HOUR_MS + HOUR_MS + STEP_MINUTES * MINUTE_MS;
      const isRefused = used.refused / makeFile(name, used.madeOn).rows > REFUSED_SHARE_MAX;
      return [
        ...(isOld ? [{ name: 'FileNotRenewed', slot }] : []),
        ...(isRefused ? [{ name: 'RowsRefused', slot }] : []),
      ];
    });
    const newest = this.#filesAt(index, moment)
      .filter(({ slot }) => slot.startsWith('new_licenses'))
      .map(({ used }) => at(reachOf(used), '00:00').getTime());
    const areNewOld =
      newest.length > 0 &&
      moment.getTime() - Math.max(...newest) > 15 * 24 * HOUR_MS + HOUR_MS + STEP_MINUTES * MINUTE_MS;
    const sinceMs = moment.getTime() - this.#publishedAt(index, moment).getTime();
    const isOverdue = sinceMs > 30 * HOUR_MS + 20 * MINUTE_MS;
    return [
      ...files,
      ...(areNewOld ? [{ name: 'NewLicensesNotRenewed', slot: '' }] : []),
      ...(isOverdue ? [{ name: 'RecordsNotRenewed', slot: '' }] : []),
    ];
  }

  #filesAt(index: number, moment: Date): readonly FileState[] {
    const today = this.#states[index];
    const before = this.#states[index - 1]?.files ?? [];
    if (!today || moment < at(today.day, NEW_DAY_AT)) return before;
    return moment < at(today.day, FETCH_AT) ? (today.newDay ?? before) : today.files;
  }

  /**
   * Returns the time of the last publication before a moment. There is one at the start of every day, and
   * another after a fetch that brings a new copy.
   */
  #publishedAt(index: number, moment: Date): Date {
    const runs = this.#states
      .slice(0, index + 1)
      .flatMap(({ day, run }, each) =>
        run
          ? [
              ...(each > 0 ? [at(day, NEW_DAY_AT)] : []),
              ...(run.outcome === 'published' ? [at(day, FETCH_AT)] : []),
            ]
          : [],
      );
    return runs.findLast((run) => run <= moment) ?? moment;
  }
}

/** Returns the output of a failed program. */
function outputOf(error: unknown): string {
  if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error;
  return `${error.stdout}${error.stderr}`;
}

interface Alert {
  readonly name: string;
  readonly slot: string;
}

interface Probe {
  readonly day: IsoDate;
  readonly time: string;
  readonly firing: readonly Alert[];
}

function seriesOf(name: string, labels: Sample['labels']): string {
  const all = { job: 'vendor-compliance', instance: 'a', ...labels };
  const pairs = Object.entries(all).map(([key, value]) => `${key}=${JSON.stringify(String(value))}`);
  return `${name}{${pairs.join(', ')}}`;
}

/** Formats samples as promtool expects: `1x3` means four samples, and `_x3` means three missing samples. */
function valuesText(segments: Segments, steps: number): string {
  const parts = [`_x${segments[0]?.step ?? steps}`];
  for (const [index, { step, value }] of segments.entries()) {
    const length = (segments[index + 1]?.step ?? steps) - step;
    if (length > 0)
      parts.push(value === undefined ? `_x${length}` : length === 1 ? `${value}` : `${value}x${length - 1}`);
  }
  return parts.join(' ');
}

function labelsText({ name, slot }: Alert): string {
  return slot === '' ? `{alertname="${name}"}` : `{alertname="${name}", slot="${slot}"}`;
}

function firingDays(probes: readonly Probe[]): Map<string, Set<IsoDate>> {
  const days = new Map<string, Set<IsoDate>>();
  for (const { day, firing } of probes)
    for (const { name, slot } of firing) {
      const key = `${name} ${slot}`.trim();
      days.set(key, (days.get(key) ?? new Set()).add(day));
    }
  return days;
}
