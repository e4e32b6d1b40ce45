import { APPLICATION_STATUSES, type ApplicationStatus } from '../../features/applications/schemas.ts';
import type { CurrentStanding, InboxRow } from '../../features/applications/service-types.ts';
import { compareText, foldForSearch } from '../../lib/text.ts';

/** What of an inbox is shown, and in which order. Pure; values that nobody knows are ignored. */

/** `unknown` is what has no standing: nothing, or more than one, on record. */
export const VERDICT_FILTERS = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE', 'unknown'] as const;
export const GRADE_FILTERS = ['A', 'B', 'C', 'D', 'F', 'none'] as const;
export const SORTS = ['newest', 'oldest', 'name', 'score', 'verdict'] as const;
export type Sort = (typeof SORTS)[number];

export const TEXT_LENGTH_MAX = 100;

export interface InboxView {
  readonly status: ApplicationStatus | undefined;
  readonly verdict: CurrentStanding['verdict'] | 'unknown' | undefined;
  readonly grade: (typeof GRADE_FILTERS)[number] | undefined;
  readonly text: string;
  readonly sort: Sort;
}

export function readInboxView(query: URLSearchParams): InboxView {
  return {
    status: oneOf(APPLICATION_STATUSES, query.get('status')),
    verdict: oneOf(VERDICT_FILTERS, query.get('verdict')),
    grade: oneOf(GRADE_FILTERS, query.get('grade')),
    text: (query.get('q') ?? '').trim().slice(0, TEXT_LENGTH_MAX),
    sort: oneOf(SORTS, query.get('sort')) ?? 'newest',
  };
}

/** The rows that every filter lets through, in a total order. */
export function selectRows(rows: readonly InboxRow[], view: InboxView): InboxRow[] {
  return rows
    .filter((row) => isShown(row, view))
    .sort((a, b) => COMPARE[view.sort](a, b) || newestFirst(a, b));
}

function isShown(row: InboxRow, { status, verdict, grade, text }: InboxView): boolean {
  if (status !== undefined && row.status !== status) return false;
  if (verdict !== undefined && (row.standing?.verdict ?? 'unknown') !== verdict) return false;
  if (grade !== undefined && (row.standing?.grade ?? 'none') !== grade) return false;
  return text === '' || holdsText(row, text);
}

/** Every word somewhere, whatever its case and accents; text of signs alone as it was typed. */
function holdsText(row: InboxRow, text: string): boolean {
  const { vendor } = row;
  const all = [
    row.business_name,
    row.license_number,
    row.contact_name,
    row.contact_email,
    row.contact_phone,
    ...(vendor ? [vendor.name, vendor.aka ?? '', vendor.license.number] : []),
  ].join('\n');
  const folded = foldForSearch(text);
  if (folded === '') return all.includes(text);
  const searched = foldForSearch(all);
  return folded.split(' ').every((word) => searched.includes(word));
}

type Compare = (a: InboxRow, b: InboxRow) => number;

const newestFirst: Compare = (a, b) => compareText(b.submitted_at, a.submitted_at) || compareText(a.id, b.id);

const COMPARE: Readonly<Record<Sort, Compare>> = {
  newest: newestFirst,
  oldest: (a, b) => compareText(a.submitted_at, b.submitted_at),
  name: (a, b) => compareText(foldForSearch(a.business_name), foldForSearch(b.business_name)),
  score: (a, b) => (b.service_score ?? -1) - (a.service_score ?? -1),
  verdict: (a, b) => verdictRank(a) - verdictRank(b),
};

/** Best first; what is not on record stands with what has to be looked at. */
const VERDICT_ORDER = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'unknown', 'DECLINE'];

function verdictRank({ standing }: InboxRow): number {
  return VERDICT_ORDER.indexOf(standing?.verdict ?? 'unknown');
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}
