import { LICENSE_KINDS } from '../../decisions/decide/messages.ts';
import { describeHold } from '../../judgment/policy/hold-words.ts';
import { describeOrder } from '../../judgment/policy/order-words.ts';
import type { Language } from '../../lib/language/language.ts';
import { foldForSearch } from '../../lib/text/text.ts';
import { describeDay } from '../../lib/time/dates.ts';
import type { ReportedOrder } from '../../records/changes/reported-order.ts';
import { foldHolder } from '../../records/holders/holder.ts';
import type { Change } from './change.ts';
import { CHANGES, NO_GRADE, RECOMMENDATIONS, STATUSES, UNCERTAIN } from './messages.ts';
import { compareVisits } from './visit-changes.ts';
import type { WatchedState } from './watched-state.ts';

/**
 * Returns the changes, with the most severe kinds first and inspections from oldest to newest. Returns an
 * empty list if there is nothing to report.
 */
export function compareStates(
  before: WatchedState,
  after: WatchedState,
  language: Language = 'en',
): Change[] {
  const t = CHANGES[language];
  const changes = [
    ...simple('hold', t.hold, holdText(before, language), holdText(after, language)),
    ...simple('status', t.status, STATUSES[language][before.status], STATUSES[language][after.status]),
    ...simple('expiry', t.expiry, dayText(before.expires_on, language), dayText(after.expires_on, language)),
    ...licenseChanges(before, after, language),
    ...holderChanges(before, after, language),
    ...nameChanges(before, after, language),
    ...known('place', t.place, before.location, after.location, (place) => placeText(place, language)),
    ...gradeChanges(before, after, language),
    ...recommendationChanges(before, after, language),
    ...known('gravest', t.gravest, before.gravest_event, after.gravest_event, (event) =>
      eventText(event, language),
    ),
    ...compareOrders(before, after, language),
    ...compareVisits(before, after, language),
    ...known('owner', t.uncertain, before.uncertain, after.uncertain, (code) =>
      code === null ? t.none : UNCERTAIN[language][code],
    ),
  ];
  // A score follows from the inspections, so a new score by itself is not a change.
  if (changes.length === 0) return [];
  const told = hasOtherRules(before, after) ? byOurReading(changes, t.uncertain) : changes;
  const kind = told.every((each) => each.kind === 'rules') ? 'rules' : 'ours';
  return [
    ...told,
    ...known(kind, t.score, before.service_score, after.service_score, (score) => String(score ?? t.none)),
  ];
}

/** Returns true if the two states were made with different versions of our rules or of our file reader. */
export function hasOtherRules(before: WatchedState, after: WatchedState): boolean {
  const isOther = <Value>(was: Value | undefined, is: Value | undefined) =>
    was !== undefined && is !== undefined && was !== is;
  return (
    isOther(before.policy_version, after.policy_version) ||
    isOther(before.score_version, after.score_version) ||
    isOther(before.record_format, after.record_format)
  );
}

/** Attributes changes in our assessment to us if nothing on the record itself changed. */
function byOurReading(changes: readonly Change[], uncertain: string): Change[] {
  const isReading = ({ kind, label }: Change) =>
    kind === 'gravest' || kind === 'ours' || kind === 'rules' || (kind === 'owner' && label === uncertain);
  return changes.every(isReading) ? changes.map((each) => ({ ...each, kind: 'rules' })) : [...changes];
}

function simple(kind: Change['kind'], label: string, from: string, to: string): Change[] {
  return from === to ? [] : [{ kind, label, from, to }];
}

/** Returns no changes if the stored state predates the field. */
function known<Value>(
  kind: Change['kind'],
  label: string,
  from: Value | undefined,
  to: Value | undefined,
  words: (value: Value) => string,
): Change[] {
  return from === undefined || to === undefined ? [] : simple(kind, label, words(from), words(to));
}

function holdText({ hold }: WatchedState, language: Language): string {
  return hold.length === 0 ? CHANGES[language].noneOnFile : describeHold({ reasons: hold }, language);
}

/** Returns a day in words, or that none is on file. */
export function dayText(day: string | null, language: Language): string {
  return day === null ? CHANGES[language].noDay : describeDay(day, language);
}

function licenseChanges(before: WatchedState, after: WatchedState, language: Language): Change[] {
  const t = CHANGES[language];
  return [
    ...known('license', t.number, before.number, after.number, (number) => number.replaceAll('_', ' ')),
    ...known('license', t.type, before.type, after.type, (type) => LICENSE_KINDS[language][type]),
    ...known('ours', t.confirmed, before.confirmed, after.confirmed, (yes) => (yes ? t.yes : t.no)),
  ];
}

/** Returns a change of holder without names, because a holder can be a person. */
function holderChanges(before: WatchedState, after: WatchedState, language: Language): Change[] {
  if (foldHolder(before.holder ?? '') === foldHolder(after.holder ?? '')) return [];
  const t = CHANGES[language];
  const from = before.holder === null ? t.noneOnFile : t.sameHolder;
  return simple('owner', t.holder, from, after.holder === null ? t.noneOnFile : t.otherHolder);
}

/**
 * Returns changes to the names. A former name is reported only if the current name did not change, because a
 * new name turns the old one into the former name.
 */
function nameChanges(before: WatchedState, after: WatchedState, language: Language): Change[] {
  const t = CHANGES[language];
  if (!sameName(before.name, after.name)) return simple('name', t.name, before.name, after.name);
  if (sameName(before.aka, after.aka)) return [];
  return simple('name', t.aka, before.aka ?? t.none, after.aka ?? t.none);
}

/**
 * Returns changes to the grade, worded so that a vendor does not mistake a change in our rules for one by the
 * regulator.
 */
function gradeChanges(before: WatchedState, after: WatchedState, language: Language): Change[] {
  const { score_version: was = 'v1' } = before;
  const { score_version: is = was } = after;
  const { grade: label } = CHANGES[language];
  const change = simple('ours', label, gradeText(before, language), gradeText(after, language));
  if (before.grade === null || after.grade === null) return change;
  return was === is ? change : change.map((each) => byNewRules(each, { was, is, language }));
}

function recommendationChanges(before: WatchedState, after: WatchedState, language: Language): Change[] {
  const words = (code: NonNullable<WatchedState['recommendation']>) => RECOMMENDATIONS[language][code];
  const { recommendation: label } = CHANGES[language];
  const change = known('ours', label, before.recommendation, after.recommendation, words);
  const was = before.policy_version;
  const is = after.policy_version;
  if (was === undefined || is === undefined || was === is) return change;
  return change.map((each) => byNewRules(each, { was, is, language }));
}

function byNewRules(
  { label, from, to }: Change,
  { was, is, language }: { was: string; is: string; language: Language },
): Change {
  const t = CHANGES[language];
  return {
    kind: 'rules',
    label: t.byNewRules({ label }),
    from: t.underRules({ text: from, version: was }),
    to: t.underRules({ text: to, version: is }),
  };
}

/** Returns the letter, or why there is none. */
export function gradeText(
  { grade, grade_status }: Pick<WatchedState, 'grade' | 'grade_status'>,
  language: Language,
): string {
  return grade_status === 'graded' ? (grade ?? CHANGES[language].none) : NO_GRADE[language][grade_status];
}

/** Returns a place in words, or that none is on file. */
export function placeText(place: NonNullable<WatchedState['location']>, language: Language): string {
  const t = CHANGES[language];
  const { city, county, zip, district } = place;
  const parts = [city, county && t.county({ county }), zip, district !== null && t.district({ district })];
  return parts.filter(Boolean).join(', ') || t.noPlace;
}

function eventText(event: NonNullable<WatchedState['gravest_event']> | null, language: Language): string {
  return event ? `"${event.text}" (${describeDay(event.date, language)})` : CHANGES[language].none;
}

/** Returns true for names that differ only in punctuation or in a letter that a file garbled. */
export function sameName(a: string | null, b: string | null): boolean {
  return compact(a) === compact(b);
}

function compact(name: string | null): string {
  return foldForSearch(name ?? '').replaceAll(' ', '');
}

/**
 * Returns the final orders that are new, gone, or changed, oldest first. Returns none if the stored state
 * predates the field. Pure.
 */
export function compareOrders(
  before: Pick<WatchedState, 'orders'>,
  after: Pick<WatchedState, 'orders'>,
  language: Language,
): Change[] {
  if (!before.orders || !after.orders) return [];
  const was = byCase(before.orders);
  const is = byCase(after.orders);
  const keys = [...new Set([...was.keys(), ...is.keys()])].sort();
  return keys.flatMap((key): Change[] => {
    const from = orderText(was.get(key), language);
    const to = orderText(is.get(key), language);
    return from === to ? [] : [{ kind: 'order', label: CHANGES[language].order, from, to }];
  });
}

function byCase(orders: readonly ReportedOrder[]): ReadonlyMap<string, ReportedOrder> {
  return new Map(orders.map((order) => [`${order.final_order_on} ${order.case_number}`, order]));
}

function orderText(order: ReportedOrder | undefined, language: Language): string {
  const t = CHANGES[language];
  if (!order) return t.none;
  const { violation_on: day, of_current_holder: isCurrent } = order;
  const whose = isCurrent === null ? 'unknown' : isCurrent ? 'current' : 'former';
  return t.orderTold({
    order: describeOrder(order, language),
    violation: day === null ? t.noDay : describeDay(day, language),
    whose,
  });
}
