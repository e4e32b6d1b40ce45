import { describeDay } from '../../lib/dates.ts';
import type { Change } from './changes.ts';
import type { WatchedState, WatchedVisit } from './watched-state.ts';

/** What changed about the inspections of a watched record, in words. Pure. A fact that the stored state lacks is no change. */

/** New inspections, removed ones, and changed facts of known ones, oldest first in each; then whose they are. */
export function compareVisits(before: WatchedState, after: WatchedState): Change[] {
  const earlier = new Map(before.visits.map((visit) => [visit.id, visit]));
  const current = new Set(after.visits.map(({ id }) => id));
  const oldestFirst = [...after.visits].reverse();
  const added = oldestFirst.flatMap((visit, index): Change[] => {
    if (earlier.has(visit.id)) return [];
    const previous = oldestFirst[index - 1];
    const from = previous ? visitText(previous) : 'none on record';
    return [{ kind: 'inspection', label: 'New inspection', from, to: visitText(visit) }];
  });
  const removed = [...before.visits].reverse().flatMap((visit): Change[] => {
    if (current.has(visit.id)) return [];
    const to = 'no longer on record';
    return [{ kind: 'inspection', label: 'Inspection removed', from: visitText(visit), to }];
  });
  const changed = oldestFirst.flatMap((visit) => {
    const known = earlier.get(visit.id);
    return known ? changedFacts(known, visit) : [];
  });
  return [...added, ...removed, ...changed, ...ownerChanges(earlier, oldestFirst)];
}

/** One change for all facts of a visit that differ. */
function changedFacts(before: WatchedVisit, after: WatchedVisit): Change[] {
  const differing = FACTS.flatMap((factOf) => {
    const [from, to] = [factOf(before), factOf(after)];
    return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
  });
  if (differing.length === 0) return [];
  return [
    {
      kind: 'inspection_changed',
      label: `Inspection of ${describeDay(before.date)} changed`,
      from: differing.map(({ from }) => from).join('; '),
      to: differing.map(({ to }) => to).join('; '),
    },
  ];
}

/** Each fact in words; undefined where a stored state lacks it. */
const FACTS: readonly ((visit: WatchedVisit) => string | undefined)[] = [
  ({ date }) => `on ${describeDay(date)}`,
  ({ type }) => `kind: ${type}`,
  ({ disposition }) => `result: "${disposition}"`,
  ({ case_id }) => (case_id === undefined ? undefined : `inspection number ${case_id}`),
  ({ visit_number }) => (visit_number === undefined ? undefined : `visit ${visit_number} of its case`),
  countsText,
  ({ intermediate }) => optionalCount(intermediate, 'intermediate'),
  ({ basic }) => optionalCount(basic, 'basic'),
  citedText,
  writtenText,
];

function optionalCount(count: number | null | undefined, kind: string): string | undefined {
  if (count === undefined) return undefined;
  return `${count ?? 'an unknown number'} ${kind}`;
}

function countsText({ total, high_priority }: WatchedVisit): string {
  if (total === null) return 'its counts are not on file';
  return `${total} violation${total === 1 ? '' : 's'}, ${high_priority} of high priority`;
}

function citedText({ violations }: WatchedVisit): string | undefined {
  if (violations === undefined) return undefined;
  const cited = violations.map(({ category, count, code, tier, reporting_only, flags = [] }) => {
    const details = [code, tier, ...flags, reporting_only ? 'for reporting only' : undefined];
    const told = details.filter((each) => each !== undefined);
    return `category ${category}${count === 1 ? '' : ` (${count})`}${told.length === 0 ? '' : ` [${told.join(', ')}]`}`;
  });
  return `cited: ${cited.length === 0 ? 'nothing' : cited.join(', ')}`;
}

function writtenText({ violations }: WatchedVisit): string | undefined {
  if (violations === undefined) return undefined;
  const text = violations.flatMap((each) => each.text ?? []).join(' / ');
  if (text === '') return 'no words of the inspector';
  return `the inspector wrote: "${text}"`;
}

const OWNERS = {
  current: 'the present owner’s',
  prior: 'a prior owner’s',
  uncertain: 'uncertain whose',
} as const;

/** Known inspections that now count for somebody else, those with the same change together. */
function ownerChanges(
  earlier: ReadonlyMap<number, WatchedVisit>,
  oldestFirst: readonly WatchedVisit[],
): Change[] {
  const moved = oldestFirst.flatMap((visit) => {
    const known = earlier.get(visit.id);
    if (!known) return [];
    const isSame =
      known.owner === undefined ? known.prior_owner === visit.prior_owner : known.owner === visit.owner;
    return isSame ? [] : [{ day: describeDay(visit.date), from: ownerText(known), to: ownerText(visit) }];
  });
  const groups = Map.groupBy(moved, ({ from, to }) => `${from} > ${to}`);
  return [...groups.values()].flatMap((same): Change[] => {
    const [first] = same;
    if (!first) return [];
    const which = `${same.length} inspection${same.length === 1 ? '' : 's'} (${same.map(({ day }) => day).join('; ')})`;
    return [{ kind: 'owner', label: `Whose record: ${which}`, from: first.from, to: first.to }];
  });
}

function ownerText({ owner, prior_owner }: WatchedVisit): string {
  if (owner !== undefined) return OWNERS[owner];
  return prior_owner ? 'not the present owner’s' : OWNERS.current;
}

export function visitText(visit: WatchedVisit): string {
  return `${describeDay(visit.date)}, ${visit.type}: "${visit.disposition}" (${countsText(visit)})`;
}
