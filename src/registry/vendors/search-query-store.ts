import { type RawBuilder, sql } from 'kysely';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { RegistryEngine } from '../../platform/db/database.ts';
import { SHORT_TERM_MAX } from '../../platform/db/short-terms.ts';
import { TOO_OLD_AFTER_DAYS } from '../published-state/records-age.ts';
import { FILTER_NAMES, type FilterName } from './filters.ts';
import { JOIN_DAYS } from './record-days.ts';
import type { SearchQuery } from './search-source.ts';

/** What is searched for, and the conditions of it that statements are made of. */

/** The one or two letters that are all of a query, so that its number of matches is theirs, which is stored. */
export function soleShortTerm(query: SearchQuery): string | undefined {
  const [term, ...more] = query.terms;
  const isAll = more.length === 0 && placeAndFilters(query).length === 0;
  return term !== undefined && term.length <= SHORT_TERM_MAX && isAll ? term : undefined;
}

/** One or two letters, which most vendors have: no index finds them, and ranking them all takes longest. */
export function hasShortTermsOnly({ terms, digits }: SearchQuery): boolean {
  return terms.length > 0 && digits === '' && terms.every((term) => term.length <= SHORT_TERM_MAX);
}

export const TRUE = sql`1 = 1`;
export const AND = sql` and `;
export const JOINED = sql`vendors join vendor_records on vendor_id = id ${sql.raw(JOIN_DAYS)}`;

export function tablesOf({ filters }: SearchQuery) {
  return FILTER_NAMES.some((name) => filters[name] !== undefined) ? JOINED : sql`vendors`;
}

export function conditionOf(engine: RegistryEngine, query: SearchQuery) {
  const words = query.terms.length > 0 ? [engine.containsAll(query.terms)] : [];
  return sql.join([TRUE, ...placeAndFilters(query), ...words], AND);
}

export function placeAndFilters(query: SearchQuery): RawBuilder<unknown>[] {
  return [...conditionsByName(query).values()];
}

export function conditionsByName({
  cities,
  filters,
  today,
}: SearchQuery): Map<FilterName | 'city', RawBuilder<unknown>> {
  const { county, kind, grade, verdict } = filters;
  const conditions = new Map<FilterName | 'city', RawBuilder<unknown>>();
  if (cities.length > 0) conditions.set('city', sql`search_city in (${sql.join(cities)})`);
  if (county !== undefined) conditions.set('county', sql`county = ${county}`);
  if (kind !== undefined) conditions.set('kind', sql`license_kind = ${kind}`);
  if (grade !== undefined) conditions.set('grade', sql`grade_shown = ${grade}`);
  if (verdict !== undefined) conditions.set('verdict', sql`${verdictOn(today)} = ${verdict}`);
  return conditions;
}

const REACH = sql`coalesce(reaches_to, reach_to)`;

/** `verdictOn` of `aging.ts`, as the policy decides: a test holds both to it. */
function verdictOn(today: IsoDate) {
  return sql`case
    when ${REACH} < ${addDays(today, -TOO_OLD_AFTER_DAYS)} and verdict in ('CLEAR', 'CONDITIONAL') then 'REVIEW'
    else verdict end`;
}
