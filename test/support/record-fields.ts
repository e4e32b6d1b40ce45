import { Scorecard } from '../../src/judgment/scorecard/schemas.ts';
import { IGNORED } from '../../src/records/changes/reported-fields.ts';

/** Lists the fields of a published record, and creates copies of a record with one field changed. */

interface SchemaPart {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart;
  readonly anyOf?: readonly SchemaPart[];
}

/**
 * Returns the paths of all values in a schema, with `[]` for list entries. A list of plain values counts as
 * one value.
 */
function pathsOf(part: SchemaPart, path = ''): string[] {
  const [only] = part.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (only) return pathsOf(only, path);
  if (part.properties)
    return Object.entries(part.properties).flatMap(([name, each]) =>
      pathsOf(each, path === '' ? name : `${path}.${name}`),
    );
  const isListOfObjects = part.items !== undefined && pathsOf(part.items).join() !== '';
  return isListOfObjects && part.items ? pathsOf(part.items, `${path}[]`) : [path];
}

/** A record in which every field has a value. */
export const CARD: Scorecard = {
  id: 'x',
  name: 'PELICAN',
  aka: 'HERON',
  cuisine: 'tacos',
  grade: 'A',
  grade_status: 'graded',
  license: {
    number: 'MFD1',
    type: 'food_truck',
    status: 'current',
    expires_on: '2026-06-01',
    confirmed: true,
  },
  location: { city: 'ORLANDO', county: 'Orange', zip: '32801', district: 4 },
  service_score: 90,
  score_version: 'v1',
  risk_tier: 'low',
  recommendation: { code: 'book', text: 'x' },
  hold: { active: true, reasons: [{ code: 'emergency_order', text: 'x', since: '2026-01-01' }] },
  rollup_12m: {
    inspections: 1,
    violations: 1,
    high_priority: 1,
    intermediate: 1,
    basic: 1,
    emergency_orders: 1,
    admin_complaints: 1,
    warnings: 1,
    last_inspected_on: '2026-01-01',
    whole_year: true,
  },
  last_disposition: { text: 'x', date: '2026-01-01', result: 'met' },
  gravest_event: { text: 'x', date: '2026-01-01' },
  uncertain_record: { code: 'other_name', inspections: 1, text: 'x' },
  final_orders: [
    {
      case_number: '2026000001',
      final_order_on: '2026-01-01',
      violation_on: '2025-10-01',
      violations: 2,
      fine_cents: 50_000,
      currency: 'USD',
      of_current_holder: true,
      file_date: '2026-01-31',
    },
  ],
  inspections_loading_before: '2025-07-01',
  inspections: [
    {
      visit_id: 1,
      case_id: 2,
      visit_number: 1,
      date: '2026-01-01',
      type: 'Routine',
      disposition: 'x',
      result: 'met',
      counts: { total: 1, high_priority: 1, intermediate: 0, basic: 0 },
      violations: [
        {
          category: 8,
          title: 'x',
          count: 1,
          reporting_only: false,
          code: '08-1',
          tier: 'basic',
          text: 'x',
          flags: ['warning'],
        },
      ],
      owner: 'current',
      prior_owner: false,
      dispute: { state: 'upheld', since: '2026-01-01', due_on: '2026-01-01', category: 8, note: 'x' },
    },
  ],
  trend: {
    direction: 'steady',
    points: [{ date: '2026-01-01', high_priority: 1, intermediate: 1, basic: 1 }],
  },
  narrative: 'x',
  disclaimer: 'x',
  fictional: false,
  as_of: '2026-03-16',
  data_as_of: '2026-03-16',
  records_reach_to: '2026-03-16',
  records_old: { reach_to: '2026-03-16', days: 20 },
};

/** Replacement values for fields whose usual replacement would be invalid. */
const OTHERS: Readonly<Record<string, unknown>> = {
  'license.status': 'delinquent',
  'license.type': 'caterer',
  'hold.reasons[].code': 'administrative_determination',
  grade_status: 'withheld',
  'recommendation.code': 'review',
  'uncertain_record.code': 'holder_changed',
  'inspections[].owner': 'uncertain',
};

/** Returns the sample record with the value at one path changed. */
export function changed(path: string): Scorecard {
  const card = structuredClone(CARD);
  const steps = path.replaceAll('[]', '.0').split('.');
  const last = steps.pop() ?? '';
  const holder = steps.reduce<unknown>((each, step) => Reflect.get(Object(each), step), card);
  Reflect.set(Object(holder), last, OTHERS[path] ?? otherThan(Reflect.get(Object(holder), last)));
  return card;
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [];
  return /^\d{4}-/.test(String(value)) ? '2025-12-24' : `other ${value}`;
}

export const isIgnored = (path: string) =>
  Object.keys(IGNORED).some((each) =>
    each.endsWith('.*')
      ? path.startsWith(each.slice(0, -1)) || path.startsWith(`${each.slice(0, -2)}[`)
      : path === each,
  );
export const PATHS = pathsOf(Scorecard as SchemaPart);
