import {
  type Backtest,
  type BacktestOutcome,
  type Estimate,
  NO_ESTIMATE,
  OUTCOMES,
  type SliceResult,
  type VerdictResults,
} from '../../judgment/methodology/backtest-report.ts';
import { countNoun } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';

export interface FileUsed {
  readonly name: string;
  readonly sha256: string;
  readonly newest: IsoDate | null;
  readonly visits: number;
  readonly refused: number;
  /** The reason the file was not used; null if it was used. */
  readonly problem: string | null;
}

const OUTCOME_NAMES: Readonly<Record<BacktestOutcome, string>> = {
  high_priority: 'high priority',
  follow_up: 'follow-up',
  closure: 'closure',
};

const FEW_MOMENTS = 100;

/** Formats the report as tables for a terminal. */
export function backtestLines(report: Backtest & { readonly files: readonly FileUsed[] }): string[] {
  return [
    ...fileLines(report.files),
    '',
    `Score ${report.score_version}, license types ${report.license_types.join(' and ')}. A moment is a routine first visit, seen from the day before.`,
    ...yearLines(report),
    '',
    `Evaluated: ${countNoun(report.overall.moments, 'moment')} of ${countNoun(report.overall.owners, 'owner')}. In brackets 95 % intervals of ${countNoun(report.samples, 'bootstrap sample')} of owners (seed ${report.seed}).`,
    ...(report.overall.moments < FEW_MOMENTS
      ? ['So few moments say next to nothing: read the intervals.']
      : []),
    ...methodLines(report),
    '',
    ...differenceLines(report),
    '',
    ...letterLines(report.overall),
    '',
    ...quintileLines(report.overall),
    '',
    ...verdictLines(report),
    '',
    ...cutOffLines(report),
    '',
    ...groupLines(report),
    '',
    ...vendorLines(report),
  ];
}

function fileLines(files: readonly FileUsed[]): string[] {
  return files.map(({ name, newest, visits, refused, problem }) =>
    problem
      ? `not used ${name}: ${problem}`
      : `read ${name}, newest day ${newest ?? '–'}: ${countNoun(visits, 'visit')} kept, ${countNoun(refused, 'row')} refused`,
  );
}

function yearLines({ years }: Backtest): string[] {
  return table(
    ['Fiscal year', 'used for', 'moments', 'owners', ...OUTCOMES.map((each) => OUTCOME_NAMES[each])],
    years.map((year) => [
      year.fiscal_year,
      year.use.replace('_', ' '),
      String(year.moments),
      String(year.owners),
      ...OUTCOMES.map((outcome) => percent(year.rates[outcome])),
    ]),
  );
}

function methodLines({ methods, overall }: Backtest): string[] {
  return OUTCOMES.flatMap((outcome) => [
    '',
    ...table(
      [`Method, by ${OUTCOME_NAMES[outcome]}`, 'AUC', 'top-decile lift', 'calibration error'],
      overall.methods.map(({ id, outcomes }) => [
        methods.find((method) => method.id === id)?.name ?? id,
        interval(outcomes[outcome].auc, 3),
        interval(outcomes[outcome].top_decile_lift, 2),
        fixed(outcomes[outcome].calibration_error, 3),
      ]),
    ),
  ]);
}

function differenceLines({ differences, methods }: Backtest): string[] {
  return table(
    ['AUC of the score less that of', ...OUTCOMES.map((each) => OUTCOME_NAMES[each])],
    differences.map(({ than, auc }) => [
      methods.find(({ id }) => id === than)?.name ?? than,
      ...OUTCOMES.map((outcome) => interval(auc[outcome], 3)),
    ]),
  );
}

function letterLines(slice: SliceResult): string[] {
  const { grades, below_minimum: below, worst_to_best: ratio, monotone, stability } = slice;
  const cells = (rates: (typeof below)['rates']) =>
    OUTCOMES.map((outcome) => percentInterval(rates[outcome]));
  return [
    ...table(
      ['Letter before the visit', 'moments', 'share', ...OUTCOMES.map((each) => OUTCOME_NAMES[each])],
      [
        ...grades.map(({ grade, moments, share, rates }) => [
          grade,
          String(moments),
          percent(share),
          ...cells(rates),
        ]),
        ['none (of all)', String(below.moments), percent(below.share), ...cells(below.rates)],
        ['worst over best', '', '', ...OUTCOMES.map((outcome) => interval(ratio[outcome], 1))],
        ['never falling', '', '', ...OUTCOMES.map((outcome) => (monotone[outcome] ? 'yes' : 'NO'))],
      ],
    ),
    '',
    `From one inspection to the next (${countNoun(stability.pairs, 'pair')} of letters): same ${percent(stability.same)}, one letter apart ${percent(stability.one_letter)}, more ${percent(stability.more)}.`,
  ];
}

function quintileLines({ quintiles }: SliceResult): string[] {
  return table(
    ['Fifth by score (1 best)', ...OUTCOMES.map((each) => OUTCOME_NAMES[each])],
    quintiles.map(({ quintile, rates }) => [
      String(quintile),
      ...OUTCOMES.map((outcome) => percentInterval(rates[outcome])),
    ]),
  );
}

function verdictLines({ verdicts }: Backtest): string[] {
  const { policy_version: policy, next_inspection: inspection, next_days: later } = verdicts;
  const rowsOf = ({ by_verdict, by_reason }: VerdictResults, isVisitShown: boolean) =>
    [
      ...by_verdict.map(({ verdict, ...result }) => ({ name: verdict, ...result })),
      ...by_reason.map(({ reason, ...result }) => ({ name: `  ${reason}`, ...result })),
    ].map(({ name, decisions, visited, rates }) => [
      name,
      String(decisions),
      ...(isVisitShown ? [percentInterval(visited)] : []),
      ...OUTCOMES.map((outcome) => percentInterval(rates[outcome])),
    ]);
  const outcomes = OUTCOMES.map((each) => OUTCOME_NAMES[each]);
  return [
    ...table(
      [`Policy ${policy}, the day before the visit`, 'moments', ...outcomes],
      rowsOf(inspection, false),
    ),
    '',
    ...table(
      [
        `Next ${countNoun(later.days, 'day')}, from the first day of each quarter`,
        'decisions',
        'visited',
        ...outcomes,
      ],
      rowsOf(later, true),
    ),
  ];
}

function cutOffLines({ cut_offs }: Backtest): string[] {
  return table(
    ['Letter begins', 'within 2 points below', 'above', 'chance of such a split'],
    cut_offs.map(({ grade, least, below, above, chance }) => [
      `${grade} at ${least}`,
      String(below),
      String(above),
      fixed(chance, 3),
    ]),
  );
}

function groupLines({ groups }: Backtest): string[] {
  const auc = (group: SliceResult, id: string, outcome: BacktestOutcome) =>
    interval(group.methods.find((method) => method.id === id)?.outcomes[outcome].auc ?? NO_ESTIMATE, 3);
  return [
    ...table(
      [
        'Group',
        'moments',
        'high priority',
        'AUC score',
        'AUC flag',
        'AUC score, follow-up',
        'worst over best',
      ],
      groups.map((group) => [
        `${group.by.replace('_', ' ')} ${group.value}`,
        String(group.moments),
        percent(group.rates.high_priority),
        auc(group, 'score', 'high_priority'),
        auc(group, 'last_high_priority', 'high_priority'),
        auc(group, 'score', 'follow_up'),
        fixed(group.worst_to_best.high_priority.value, 1),
      ]),
    ),
    'Every other figure of each group is in the JSON (--json).',
  ];
}

function vendorLines({ vendors }: Backtest): string[] {
  const grades = Object.entries(vendors.grades).map(([grade, count]) => `${grade} ${count}`);
  return [
    `On ${vendors.as_of}, ${countNoun(vendors.on_record, 'vendor')} had a visit on file: ${vendors.with_letter} with a letter (${grades.join(', ')}), ${vendors.below_minimum} below the minimum record.`,
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)];
}

function fixed(value: number | null, decimals: number): string {
  return value === null ? '–' : value.toFixed(decimals);
}

function interval({ value, low, high }: Estimate, decimals: number): string {
  if (value === null || low === null) return fixed(value, decimals);
  return `${fixed(value, decimals)} [${fixed(low, decimals)}, ${high === null ? '∞' : fixed(high, decimals)}]`;
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}

function percentInterval({ value, low, high }: Estimate): string {
  if (value === null || low === null || high === null) return percent(value);
  return `${percent(value)} [${(100 * low).toFixed(0)}, ${(100 * high).toFixed(0)}]`;
}
