import type { Inspection, Scorecard } from '../../judgment/scorecard/schemas.ts';
import { compareText } from '../../lib/text/text.ts';
import type { ChangeKind, RecordChange, RecordValues, VisitInShort } from './schemas.ts';

/**
 * Compares two published records of a vendor, value by value (contract 2.11). `reported-fields.ts` lists the
 * fields that are compared. The watch reports the same fields in words.
 */

/** A record and the verdict published with it. The verdict is undefined if it is unknown. */
export interface PublishedRecord {
  readonly scorecard: Scorecard;
  readonly verdict: RecordValues['verdict'] | undefined;
}

interface CompareOptions {
  /**
   * True if our own code stored both records in the same format. Otherwise, a value missing from the earlier
   * record is not a change.
   */
  readonly isOneFormat: boolean;
  /**
   * True if the same program version created both records. Otherwise, differences may come from how we read
   * the files and from our rules.
   */
  readonly isOneProgram: boolean;
  /** True if both records were created from the same files. */
  readonly isSameFiles: boolean;
}

/** The part of an inspection whose changes are reported in the change feed and by license watches. */
type ReportedVisit = Pick<
  Inspection,
  'case_id' | 'visit_number' | 'date' | 'type' | 'disposition' | 'owner'
> &
  Inspection['counts'] & {
    readonly id: number;
    /** The citations, in a fixed order. */
    readonly violations: readonly ReportedViolation[];
  };

export type ReportedViolation = Omit<Inspection['violations'][number], 'title'>;

/** Returns the changes in the order of {@link KINDS}; empty if all reported values are the same. */
export function compareRecords(
  before: PublishedRecord | undefined,
  after: PublishedRecord | undefined,
  options: CompareOptions,
): RecordChange[] {
  if (!before && !after) return [];
  const isByProgram = options.isSameFiles && !options.isOneProgram;
  const cause = isByProgram ? 'rules' : 'records';
  if (!before)
    return [{ kind: 'appeared', fields: [], cause, before: null, after: after ? valuesOf(after) : null }];
  const was = valuesOf(before);
  if (!after) return [{ kind: 'disappeared', fields: [], cause, before: was, after: null }];
  const is = valuesOf(after);
  const changes = KINDS.flatMap(([kind, compared, beside = []]): RecordChange[] => {
    const fields = compared.filter((field) => isChanged(was[field], is[field], options));
    if (fields.length === 0) return [];
    const shown = [...compared, ...beside];
    return [{ kind, fields, cause: 'records', before: pick(was, shown), after: pick(is, shown) }];
  });
  const visits = compareVisits(before.scorecard.inspections, after.scorecard.inspections, options);
  const all = [...changes, ...visits];
  return options.isOneProgram || (!isByProgram && all.some(isOfRegulator))
    ? all
    : all.map((each) => ({ ...each, cause: 'rules' }));
}

/** Returns true if the regulator's data changed, not only our view of it. */
function isOfRegulator({ kind, fields, before, after }: RecordChange): boolean {
  if (OUR_KINDS.has(kind)) return false;
  if (kind === 'status') return fields.some((field) => field !== 'confirmed');
  if (kind !== 'visits') return true;
  // We determine the owner of an inspection ourselves. New and missing inspections exist on only one side.
  const gone = new Set(before?.visits?.map(({ visit_id }) => visit_id));
  for (const { visit_id } of after?.visits ?? []) if (!gone.delete(visit_id)) return true;
  return gone.size > 0 || fields.some((field) => field !== 'owner');
}

const OUR_KINDS: ReadonlySet<ChangeKind> = new Set(['verdict', 'grade', 'gravest_event', 'uncertain_record']);

type Field = keyof RecordValues;

/** Each kind of change, with the values that are compared and the values that are only included with them. */
const KINDS: readonly (readonly [ChangeKind, compared: readonly Field[], beside?: readonly Field[]])[] = [
  ['hold', ['hold']],
  ['status', ['status', 'expires_on', 'confirmed']],
  ['verdict', ['verdict']],
  ['grade', ['grade', 'grade_status'], ['score_version']],
  ['identity', ['name', 'aka', 'license_number', 'license_type', 'city', 'county', 'zip', 'district']],
  ['gravest_event', ['gravest_event']],
  ['uncertain_record', ['uncertain_record']],
  ['final_orders', ['final_orders']],
];

/** Returns a record's values, except those that its format did not have. */
function valuesOf({ scorecard, verdict }: PublishedRecord): Partial<RecordValues> {
  const { name, aka, license, location, grade, grade_status, score_version, hold } = scorecard;
  const { gravest_event: gravest, uncertain_record: uncertain, final_orders: orders } = scorecard;
  return {
    name,
    aka,
    license_number: license.number,
    license_type: license.type,
    city: location.city,
    county: location.county,
    zip: location.zip,
    district: location.district,
    status: license.status,
    expires_on: license.expires_on,
    confirmed: license.confirmed,
    ...(verdict === undefined ? {} : { verdict }),
    grade,
    grade_status,
    score_version,
    hold: {
      active: hold.active,
      reasons: hold.reasons.map(({ code, text, since }) => ({ code, text, since })),
    },
    ...(gravest === undefined
      ? {}
      : { gravest_event: gravest && { text: gravest.text, date: gravest.date } }),
    ...(uncertain === undefined ? {} : { uncertain_record: uncertain?.code ?? null }),
    ...(orders === undefined ? {} : { final_orders: orders }),
  };
}

function pick(values: Partial<RecordValues>, fields: readonly Field[]): Partial<RecordValues> {
  return Object.fromEntries(fields.flatMap((field) => (field in values ? [[field, values[field]]] : [])));
}

function compareVisits(
  before: readonly Inspection[],
  after: readonly Inspection[],
  options: CompareOptions,
): RecordChange[] {
  const earlier = new Map(before.map((visit) => [visit.visit_id, visit]));
  const current = new Set(after.map(({ visit_id }) => visit_id));
  const fields = new Set<string>();
  const isDifferent = (visit: Inspection): boolean => {
    const known = earlier.get(visit.visit_id);
    if (!known) return true;
    const differing = differingFields(known, visit, options);
    for (const field of differing) fields.add(field);
    return differing.length > 0;
  };
  const shownAfter = after.filter(isDifferent);
  const differing = new Set(shownAfter.map(({ visit_id }) => visit_id));
  const shownBefore = before.filter(({ visit_id }) => !current.has(visit_id) || differing.has(visit_id));
  if (shownAfter.length + shownBefore.length === 0) return [];
  return [
    {
      kind: 'visits',
      fields: [...fields],
      cause: 'records',
      before: { visits: shownBefore.map(inShort) },
      after: { visits: shownAfter.map(inShort) },
    },
  ];
}

function differingFields(before: Inspection, after: Inspection, options: CompareOptions): string[] {
  const was = toReportedVisit(before);
  const is = toReportedVisit(after);
  return Object.keys(is).filter((field) =>
    isChanged(Reflect.get(was, field), Reflect.get(is, field), options),
  );
}

function inShort(visit: Inspection): VisitInShort {
  const { visit_id, case_id, visit_number, date, type, disposition, result, counts, owner } = visit;
  return { visit_id, case_id, visit_number, date, type, disposition, result, counts, owner };
}

/**
 * The fields of a final order that are not compared. The file's date changes if the month is published again.
 */
const NOT_REPORTED = ['currency', 'file_date'];

function isChanged(
  before: unknown,
  after: unknown,
  { isOneFormat }: Pick<CompareOptions, 'isOneFormat'>,
): boolean {
  if (before === undefined && !isOneFormat) return false;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return before !== after;
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) return true;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const key of NOT_REPORTED) keys.delete(key);
  return [...keys].some((key) =>
    isChanged(Reflect.get(before, key), Reflect.get(after, key), { isOneFormat }),
  );
}

/**
 * Returns true if two stored scorecards in one format have the same text in every part that
 * {@link compareRecords} compares. This is true of most scorecards on most days, and saves parsing them.
 */
export function isReportedTheSame(before: string, after: string): boolean {
  const was = reportedText(before);
  const is = reportedText(after);
  return was !== undefined && was === is;
}

/**
 * Returns the text without the parts that are never compared: the sums and the last disposition in the
 * middle, and everything after the inspections.
 */
function reportedText(scorecard: string): string | undefined {
  // A quotation mark inside a value is preceded by a backslash, so these can only be keys.
  const [sums, facts, rest] = [',"rollup_12m":', ',"gravest_event":', ',"trend":'].map((name) =>
    scorecard.indexOf(name),
  );
  if (
    sums === undefined ||
    facts === undefined ||
    rest === undefined ||
    sums < 0 ||
    facts < sums ||
    rest < facts
  )
    return undefined;
  return scorecard.slice(0, sums) + scorecard.slice(facts, rest);
}

export function toReportedVisit(visit: Inspection): ReportedVisit {
  const { total, high_priority, intermediate, basic } = visit.counts;
  const { case_id, visit_number, date, type, disposition, owner } = visit;
  return {
    id: visit.visit_id,
    case_id,
    visit_number,
    date,
    type,
    disposition,
    high_priority,
    total,
    intermediate,
    basic,
    owner,
    violations: visit.violations
      .map(({ title: _, ...each }) => each)
      .sort((a, b) => a.category - b.category || compareText(a.code ?? '', b.code ?? '')),
  };
}
