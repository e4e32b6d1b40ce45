import type { Language } from '../../lib/language/language.ts';
import { describeDay } from '../../lib/time/dates.ts';
import type { Change } from './change.ts';
import { CHANGES, OWNERS } from './messages.ts';
import type { WatchedState, WatchedVisit } from './watched-state.ts';

/**
 * Describes in words how a watched record's inspections changed. Pure. A fact that is missing from the stored
 * state is not a change.
 */

/**
 * Returns new inspections, removed ones, and changed facts of known ones, each group with the oldest first,
 * followed by changes of owner.
 */
export function compareVisits(before: WatchedState, after: WatchedState, language: Language): Change[] {
  const t = CHANGES[language];
  const earlier = new Map(before.visits.map((visit) => [visit.id, visit]));
  const current = new Set(after.visits.map(({ id }) => id));
  const oldestFirst = [...after.visits].reverse();
  const added = oldestFirst.flatMap((visit, index): Change[] => {
    if (earlier.has(visit.id)) return [];
    const previous = oldestFirst[index - 1];
    const from = previous ? visitText(previous, language) : t.noneOnRecord;
    return [{ kind: 'inspection', label: t.newInspection, from, to: visitText(visit, language) }];
  });
  const removed = [...before.visits].reverse().flatMap((visit): Change[] => {
    if (current.has(visit.id)) return [];
    return [{ kind: 'inspection', label: t.removed, from: visitText(visit, language), to: t.offRecord }];
  });
  const changed = oldestFirst.flatMap((visit) => {
    const known = earlier.get(visit.id);
    return known ? changedFacts(known, visit, language) : [];
  });
  return [...added, ...removed, ...changed, ...ownerChanges(earlier, oldestFirst, language)];
}

/** Returns a single change for all the facts of a visit that differ. */
function changedFacts(before: WatchedVisit, after: WatchedVisit, language: Language): Change[] {
  const differing = FACTS.flatMap((factOf) => {
    const from = factOf(before, language);
    const to = factOf(after, language);
    return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
  });
  if (differing.length === 0) return [];
  return [
    {
      kind: 'inspection_changed',
      label: CHANGES[language].changed({ day: describeDay(before.date, language) }),
      from: differing.map(({ from }) => from).join('; '),
      to: differing.map(({ to }) => to).join('; '),
    },
  ];
}

/** Each fact in words; undefined if a stored state does not contain it. */
const FACTS: readonly ((visit: WatchedVisit, language: Language) => string | undefined)[] = [
  ({ date }, language) => CHANGES[language].on({ day: describeDay(date, language) }),
  ({ type }, language) => CHANGES[language].kind({ text: type }),
  ({ disposition }, language) => CHANGES[language].result({ text: `"${disposition}"` }),
  ({ case_id: id }, language) =>
    id === undefined ? undefined : CHANGES[language].caseNumber({ number: String(id) }),
  ({ visit_number: number }, language) =>
    number === undefined ? undefined : CHANGES[language].visitNumber({ number: String(number) }),
  countsText,
  ({ intermediate: count }, language) =>
    count === undefined ? undefined : CHANGES[language].intermediate({ count: numberText(count, language) }),
  ({ basic: count }, language) =>
    count === undefined ? undefined : CHANGES[language].basic({ count: numberText(count, language) }),
  citedText,
  writtenText,
];

function numberText(count: number | null, language: Language): string {
  return count === null ? CHANGES[language].unknownNumber : String(count);
}

/** Returns the numbers of violations in words. */
export function countsText(
  { total, high_priority }: Pick<WatchedVisit, 'total' | 'high_priority'>,
  language: Language,
): string {
  const t = CHANGES[language];
  return total === null ? t.noCounts : t.counts({ total, high: String(high_priority) });
}

function citedText({ violations }: WatchedVisit, language: Language): string | undefined {
  if (violations === undefined) return undefined;
  const t = CHANGES[language];
  const cited = violations.map(({ category, count, code, tier, reporting_only, flags = [] }) => {
    const details = [code, tier, ...flags, reporting_only ? t.reportingOnly : undefined];
    const told = details.filter((each) => each !== undefined);
    return `${t.category({ category: String(category) })}${count === 1 ? '' : ` (${count})`}${told.length === 0 ? '' : ` [${told.join(', ')}]`}`;
  });
  return t.cited({ list: cited.length === 0 ? t.nothing : cited.join(', ') });
}

function writtenText({ violations }: WatchedVisit, language: Language): string | undefined {
  if (violations === undefined) return undefined;
  const t = CHANGES[language];
  const text = violations.flatMap((each) => each.text ?? []).join(' / ');
  return text === '' ? t.noWords : t.wrote({ text: `"${text}"` });
}

/** Returns known inspections that now count for a different owner, grouped by the same change. */
function ownerChanges(
  earlier: ReadonlyMap<number, WatchedVisit>,
  oldestFirst: readonly WatchedVisit[],
  language: Language,
): Change[] {
  const moved = oldestFirst.flatMap((visit) => {
    const known = earlier.get(visit.id);
    if (!known) return [];
    const isSame =
      known.owner === undefined ? known.prior_owner === visit.prior_owner : known.owner === visit.owner;
    if (isSame) return [];
    const from = ownerText(known, language);
    const to = ownerText(visit, language);
    return [{ day: describeDay(visit.date, language), from, to }];
  });
  const groups = Map.groupBy(moved, ({ from, to }) => `${from} > ${to}`);
  return [...groups.values()].flatMap((same): Change[] => {
    const [first] = same;
    if (!first) return [];
    const which = { count: same.length, days: same.map(({ day }) => day).join('; ') };
    return [{ kind: 'owner', label: CHANGES[language].whose(which), from: first.from, to: first.to }];
  });
}

function ownerText({ owner, prior_owner }: WatchedVisit, language: Language): string {
  const names = OWNERS[language];
  if (owner !== undefined) return names[owner];
  return prior_owner ? CHANGES[language].notCurrent : names.current;
}

function visitText(visit: WatchedVisit, language: Language): string {
  return `${describeDay(visit.date, language)}, ${visit.type}: "${visit.disposition}" (${countsText(visit, language)})`;
}
