import type { Language } from '../../lib/language/language.ts';
import { addMonths, type IsoDate } from '../../lib/time/dates.ts';
import { type RecordsOld, recordsOld } from '../../published-state/records-age.ts';
import type { LicenseStatus } from '../../regulator/source/license-vocabulary.ts';
import type { GradeStatus } from '../score/recommendation.ts';
import type { Grade } from '../score/score-rules.ts';
import type { Hold, License, Scorecard, UncertainRecord } from '../scorecard/schemas.ts';
import { uncertainTextIn } from '../scorecard/uncertain-record.ts';
import type { Concerns, Unresolved } from './concerns.ts';
import { isRecentClosure } from './past-closures.ts';

/** The facts that the policy rules use. */
export interface DecisionFacts {
  readonly licenseStatus: LicenseStatus;
  readonly confirmed: boolean;
  readonly expiresOn: string | null;
  readonly hold: Hold;
  readonly gradeStatus: GradeStatus;
  readonly grade: Grade | null;
  readonly hasMinimumRecord: boolean;
  /** Text about inspections that may belong to another owner, or null if there are none. */
  readonly uncertainText: string | null;
  /** The disposition of the last visit, in the regulator's words. Null if there is no visit. */
  readonly lastDisposition: string | null;
  readonly concerns: Concerns;
  /** `asOf` is the as-of date of the records, which contain nothing later. `today` is today's date. */
  readonly asOf: IsoDate;
  readonly today: IsoDate;
  readonly event: EventDays;
  readonly old: RecordsOld | null;
  readonly coverage: Coverage;
}

/** The period that the inspection files for the vendor's district cover, up to the as-of date. */
interface Coverage {
  readonly from: IsoDate | null;
  readonly isYearWhole: boolean;
  /** The date before which inspections are still being loaded, or null if none are. */
  readonly loadingBefore: IsoDate | null;
}

/** The first and last dates of an event. The license must be valid through the last date. */
export interface EventDays {
  readonly first: IsoDate;
  readonly last: IsoDate;
}

/** Today's date and the dates of the event. Without an event, the decision is for today. */
export interface DecisionDays {
  readonly today: IsoDate;
  readonly event?: EventDays | undefined;
}

/** The part of the record that a decision uses. */
export interface Decided {
  readonly vendor: { readonly license: License };
  readonly evidence: Pick<Scorecard, 'hold' | 'grade' | 'grade_status' | 'last_disposition'> & {
    readonly rollup_12m: Pick<Scorecard['rollup_12m'], 'whole_year'>;
  };
  readonly concerns: Concerns;
  readonly has_minimum_record: boolean;
  readonly uncertain_record: UncertainRecord | null;
  readonly as_of: IsoDate;
  readonly records_reach_to: IsoDate;
  readonly inspections_from: IsoDate | null;
  readonly inspections_loading_before: IsoDate | null;
}

/** Returns the facts that the rules use, from a record and the dates of a decision. */
export function factsOf(
  { vendor, evidence, concerns, ...record }: Decided,
  { today: clock, event }: DecisionDays,
  language: Language,
): DecisionFacts {
  // If the record is from a later date than today, as in a test, it is not considered old.
  const today = clock < record.as_of ? record.as_of : clock;
  return {
    licenseStatus: vendor.license.status,
    confirmed: vendor.license.confirmed,
    expiresOn: vendor.license.expires_on,
    hold: evidence.hold,
    gradeStatus: evidence.grade_status,
    grade: evidence.grade,
    hasMinimumRecord: record.has_minimum_record,
    uncertainText: record.uncertain_record && uncertainTextIn(record.uncertain_record, language),
    lastDisposition: evidence.last_disposition?.text ?? null,
    concerns,
    asOf: record.as_of,
    today,
    event: event ?? { first: today, last: today },
    old: recordsOld(record.records_reach_to, today),
    coverage: {
      from: record.inspections_from,
      isYearWhole: evidence.rollup_12m.whole_year,
      loadingBefore: record.inspections_loading_before,
    },
  };
}

/**
 * Returns true if the record displays this letter. A letter is withheld if the license is unconfirmed or
 * there is a hold.
 */
export const graded = ({ gradeStatus, grade }: DecisionFacts, letter: Grade) =>
  gradeStatus === 'graded' && grade === letter;

/**
 * Returns true if the inspections on file would result in the lowest letter but are too few, too old or too
 * incomplete for one.
 */
export function isLowestUngraded({ gradeStatus, concerns }: DecisionFacts): boolean {
  return gradeStatus === 'insufficient_record' && concerns.is_lowest;
}

/** Returns true if a follow-up is less than a year old and not known to have ended. */
export function isFollowUpOpen({ concerns, asOf }: DecisionFacts): boolean {
  const { last_result, last_inspected_on: on, unresolved } = concerns;
  return last_result === 'follow_up' && unresolved.length === 0 && on !== null && on > addMonths(asOf, -12);
}

export function expiresBeforeEvent({ confirmed, expiresOn, event }: DecisionFacts): boolean {
  return endsBefore({ confirmed, expires_on: expiresOn }, event.last);
}

/**
 * Returns true if a confirmed license expires before the given date. Unconfirmed licenses are handled
 * separately.
 */
export function endsBefore(
  { confirmed, expires_on: expiresOn }: Pick<License, 'confirmed' | 'expires_on'>,
  day: IsoDate,
): boolean {
  return confirmed && expiresOn !== null && expiresOn < day;
}

/** Returns the unresolved complaints and closures, without closures that are already part of the hold. */
export function unresolvedOf({ hold, concerns }: DecisionFacts): readonly Unresolved[] {
  return concerns.unresolved.filter(({ is_closure }) => !(is_closure && hold.active));
}

/** Returns the past year's closures that are neither part of the hold nor unresolved. */
export function closuresOf(facts: DecisionFacts) {
  const named = new Set([
    ...facts.hold.reasons.map(({ since }) => since),
    ...unresolvedOf(facts).flatMap(({ is_closure, on }) => (is_closure ? [on] : [])),
  ]);
  const left = facts.concerns.closures.filter(({ on }) => !named.has(on));
  const { true: recent = [], false: earlier = [] } = Object.groupBy(left, (closure) =>
    String(isRecentClosure(closure, facts.asOf)),
  );
  return { recent, earlier };
}
