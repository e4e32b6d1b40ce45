import type { DecisionResult } from '../../../decisions/decide/schemas.ts';
import { compareText, foldForSearch } from '../../../lib/text/text.ts';
import { holdsSpot, isOpen, waitsForDecision } from '../decide/statuses.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../schemas.ts';
import { noTodos, TODOS, type Todo, type TodoCounts, todoRank } from './todo.ts';

/**
 * Parses an inbox view, which selects the filters, the sort order and the page. Pure. Ignores unknown values.
 */

/** `unknown` means that no single vendor is on record. */
export const VERDICT_FILTERS = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE', 'unknown'] as const;
export const GRADE_FILTERS = ['A', 'B', 'C', 'D', 'F', 'none'] as const;
export const SORTS = ['todo', 'newest', 'oldest', 'name', 'score', 'verdict'] as const;
export type Sort = (typeof SORTS)[number];

/** The tabs of an inbox. Each application appears in exactly one tab. */
export const TABS = ['decide', 'waitlist', 'approved', 'closed'] as const;
export type Tab = (typeof TABS)[number];

export const TEXT_LENGTH_MAX = 100;
/** The number of applications per page. Even with the longest reasons, a page is smaller than 300 KB. */
export const INBOX_PAGE_SIZE = 50;

export interface InboxView {
  /** Undefined for all tabs. */
  readonly tab: Tab | undefined;
  readonly status: ApplicationStatus | undefined;
  readonly todo: Todo | undefined;
  readonly verdict: DecisionResult['verdict'] | 'unknown' | undefined;
  readonly grade: (typeof GRADE_FILTERS)[number] | undefined;
  readonly text: string;
  readonly sort: Sort;
  /** Starts at 1. */
  readonly page: number;
}

export function readInboxView(query: URLSearchParams, page: number): InboxView {
  return {
    tab: oneOf(TABS, query.get('tab')),
    status: oneOf(APPLICATION_STATUSES, query.get('status')),
    todo: oneOf(TODOS, query.get('todo')),
    verdict: oneOf(VERDICT_FILTERS, query.get('verdict')),
    grade: oneOf(GRADE_FILTERS, query.get('grade')),
    text: (query.get('q') ?? '').trim().slice(0, TEXT_LENGTH_MAX),
    sort: oneOf(SORTS, query.get('sort')) ?? 'todo',
    page,
  };
}

/** Returns the URL query for a page of this view. Omits default values. */
export function toQuery(view: InboxView, page: number): URLSearchParams {
  const { tab, status, todo, verdict, grade, text, sort } = view;
  const order = sort === 'todo' ? undefined : sort;
  const chosen = { tab, status, todo, verdict, grade, q: text || undefined, sort: order };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen)) if (value !== undefined) query.set(name, value);
  if (page > 1) query.set('page', String(page));
  return query;
}

/** Returns the tab that an application with this status appears in. */
function tabOf(status: ApplicationStatus): Tab {
  if (waitsForDecision(status)) return 'decide';
  if (holdsSpot(status)) return 'approved';
  return isOpen(status) ? 'waitlist' : 'closed';
}

/**
 * The parts of an application and its vendor's record that determine its position and whether it matches the
 * filters.
 */
export interface InboxEntry {
  readonly application: {
    readonly id: string;
    readonly submitted_at: string;
    readonly status: ApplicationStatus;
    readonly license_number: string;
    readonly business_name: string;
    readonly contact_name: string;
    readonly contact_email: string;
    readonly contact_phone: string;
  };
  readonly todos: readonly Todo[];
  /** Undefined if no single vendor is on record. */
  readonly vendor:
    | {
        readonly service_score: number | null;
        readonly identity: () => {
          readonly name: string;
          readonly aka: string | null;
          readonly license: { readonly number: string };
        };
        readonly standing: () => {
          readonly verdict: DecisionResult['verdict'];
          readonly grade: DecisionResult['evidence']['grade'];
        };
      }
    | undefined;
}

/**
 * The fields of an entry that are held in memory while sorting. There are only a few, because there may be
 * many entries.
 */
export interface RankedEntry {
  readonly id: string;
  readonly submitted_at: string;
  /** Case-folded name. Empty if the sort order does not use it. */
  readonly name: string;
  readonly score: number;
  readonly verdict: InboxVerdict;
  /** Lower ranks come first. Applications with a task for the organizer have the lowest ranks. */
  readonly rank: number;
}

type InboxVerdict = (typeof VERDICT_FILTERS)[number];

/**
 * The number of applications to an event in each tab, with each verdict and with each task, regardless of
 * filters.
 */
export interface InboxCounts {
  readonly tabs: Readonly<Record<Tab, number>>;
  readonly verdicts: Readonly<Record<InboxVerdict, number>>;
  readonly todos: TodoCounts;
}

interface Counting {
  readonly tabs: Record<Tab, number>;
  readonly verdicts: Record<InboxVerdict, number>;
  readonly todos: Record<Todo, number>;
}

export function emptyCounts(): Counting {
  return {
    tabs: { decide: 0, waitlist: 0, approved: 0, closed: 0 },
    verdicts: { CLEAR: 0, CONDITIONAL: 0, REVIEW: 0, DECLINE: 0, unknown: 0 },
    todos: noTodos(),
  };
}

/** Returns the entries that pass the filters. Adds all entries to `counts`, including those filtered out. */
export function rankEntries(
  entries: readonly InboxEntry[],
  view: InboxView,
  counts: Counting = emptyCounts(),
): RankedEntry[] {
  const { text, sort } = view;
  return entries.flatMap((entry) => {
    const { id, submitted_at, business_name, status } = entry.application;
    const standing = entry.vendor?.standing();
    const verdict = standing?.verdict ?? 'unknown';
    counts.verdicts[verdict] += 1;
    counts.tabs[tabOf(status)] += 1;
    for (const todo of entry.todos) counts.todos[todo] += 1;
    if (view.tab !== undefined && tabOf(status) !== view.tab) return [];
    if (view.status !== undefined && status !== view.status) return [];
    if (view.todo !== undefined && !entry.todos.includes(view.todo)) return [];
    if (view.verdict !== undefined && verdict !== view.verdict) return [];
    if (view.grade !== undefined && (standing?.grade ?? 'none') !== view.grade) return [];
    if (text !== '' && !holdsText(entry, text)) return [];
    const name = sort === 'name' ? foldForSearch(business_name) : '';
    const score = entry.vendor?.service_score ?? -1;
    return { id, submitted_at, name, score, verdict, rank: todoRank(status, entry.todos) };
  });
}

/** Returns the ids of the entries in a total order. */
export function orderIds(ranked: readonly RankedEntry[], { sort }: Pick<InboxView, 'sort'>): string[] {
  return ranked.toSorted((a, b) => COMPARE[sort](a, b) || newestFirst(a, b)).map(({ id }) => id);
}

/**
 * Returns true if each word of the text occurs in the entry, ignoring case and accents. Text without letters
 * or digits must occur exactly as typed.
 */
function holdsText({ application, vendor }: InboxEntry, text: string): boolean {
  const identity = vendor?.identity();
  const all = [
    application.business_name,
    application.license_number,
    application.contact_name,
    application.contact_email,
    application.contact_phone,
    ...(identity ? [identity.name, identity.aka ?? '', identity.license.number] : []),
  ].join('\n');
  const folded = foldForSearch(text);
  if (folded === '') return all.includes(text);
  const searched = foldForSearch(all);
  return folded.split(' ').every((word) => searched.includes(word));
}

type Compare = (a: RankedEntry, b: RankedEntry) => number;

const newestFirst: Compare = (a, b) => compareText(b.submitted_at, a.submitted_at) || compareText(b.id, a.id);

/**
 * Sorts vendors that changed since the decision by worst verdict first. A truck that was closed must come
 * before one that was warned.
 */
const worstFirst: Compare = (a, b) => (a.rank === CHANGED ? byVerdict(b, a) : 0);

const byVerdict: Compare = (a, b) => VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict);

const CHANGED = TODOS.indexOf('changed');

const COMPARE: Readonly<Record<Sort, Compare>> = {
  todo: (a, b) => a.rank - b.rank || worstFirst(a, b),
  newest: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  name: (a, b) => compareText(a.name, b.name),
  score: (a, b) => b.score - a.score,
  verdict: byVerdict,
};

/** Verdicts from best to worst. A vendor that is not on record comes after those with REVIEW. */
const VERDICT_ORDER: readonly InboxVerdict[] = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'unknown', 'DECLINE'];

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}
