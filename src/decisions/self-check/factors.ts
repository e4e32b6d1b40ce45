import { closureDays } from '../../judgment/policy/closure-words.ts';
import { isRecentOrder, ORDER_DAYS } from '../../judgment/policy/final-orders.ts';
import { describeHold, isClosed } from '../../judgment/policy/hold-words.ts';
import { describeUnconfirmed } from '../../judgment/policy/license-words.ts';
import { describeOrder } from '../../judgment/policy/order-words.ts';
import { isRecentClosure, RECENT_CLOSURE_DAYS } from '../../judgment/policy/past-closures.ts';
import { POLICY } from '../../judgment/policy/policy-messages.ts';
import { describeShortCover, isCoverTooShort } from '../../judgment/policy/short-cover.ts';
import { tooFewText } from '../../judgment/policy/too-few-words.ts';
import { measureKindOf } from '../../judgment/score/costs.ts';
import { quoteDated, quoteWords } from '../../judgment/scorecard/quote.ts';
import type { Inspection } from '../../judgment/scorecard/schemas.ts';
import { uncertainTextIn } from '../../judgment/scorecard/uncertain-record.ts';
import type { Language } from '../../lib/language/language.ts';
import { addDays, addMonths, describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { recordsOld } from '../../published-state/records-age.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Cause, causesOf, type DescribedMeasures } from './causes.ts';
import { FACTORS, LICENSE_ACTIONS, LICENSE_STATUS_WORDS, STRENGTHS } from './factor-messages.ts';
import type { Factor, SelfCheck } from './schemas.ts';
import { toScoredRecord } from './scored-record.ts';

/**
 * Lists a vendor's limits, most severe first, each with an action (contract 2.8). Among limits of equal
 * severity, those that determine the verdict by themselves come first, followed by those that cost the most
 * points. A hold comes first and quotes the regulator.
 */
export function limitingFactors(
  facts: PublishedFacts,
  inspections: readonly Inspection[],
  language: Language = 'en',
): Factor[] {
  const deciding = [
    holdFactor(facts, language),
    enforcementFactor(facts, language),
    closureFactor(facts, language),
    earlierClosureFactor(facts, inspections, language),
    orderFactor(facts, language),
    gradeFactor(facts, language),
    licenseFactor(facts, language),
    followUpFactor(facts, language),
    unknownResultFactor(facts, language),
    unknownCountsFactor(facts, language),
    recordFactor(facts, language),
    coverFactor(facts, language),
  ].flatMap((factor) => (factor ? { quotes: [], fades: null, ...factor } : []));
  const causes = causesOf(toScoredRecord(inspections, facts), describedMeasures(facts), language);
  return [...deciding, ...causes.map(({ factor }: Cause) => factor)].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}

/** Returns the enforcement actions that have a factor of their own. */
function describedMeasures({ concerns, evidence, as_of: asOf }: PublishedFacts): DescribedMeasures {
  const { unresolved, closures } = concerns;
  const last = concerns.last_result === 'follow_up' ? evidence.last_disposition : null;
  const told = [
    ...evidence.hold.reasons.map(({ code, since }) => ({
      kind: code === 'administrative_determination' ? ('determination' as const) : ('emergency' as const),
      on: since,
    })),
    ...closures
      .filter((closure) => isRecentClosure(closure, asOf))
      .map(({ on }) => ({ kind: 'emergency' as const, on })),
    ...unresolved.map(({ text, on }) => ({ kind: measureKindOf(text), on })),
    ...(last ? [{ kind: measureKindOf(last.text), on: last.date }] : []),
  ].flatMap(({ kind, on }) => (kind ? [{ kind, on }] : []));
  const byKind = Map.groupBy(told, ({ kind }) => kind);
  return new Map([...byKind].map(([kind, each]) => [kind, new Set(each.map(({ on }) => on))]));
}

/** Lists the vendor's strengths. An unknown value is never a strength. */
export function strengthsOf(
  facts: PublishedFacts,
  inspections: readonly Inspection[],
  today: IsoDate,
  language: Language = 'en',
): SelfCheck['strengths'] {
  const t = STRENGTHS[language];
  const { vendor, evidence, concerns } = facts;
  const { confirmed, expires_on: expiresOn } = vendor.license;
  const asOf = { day: describeDay(facts.as_of, language) };
  const { rollup_12m: year, grade, hold } = evidence;
  // A year can be described only if the files cover all of it.
  const inspected = year.inspections > 0 && concerns.whole_12m;
  // Check callbacks too: they may cite violations, and the year's counts include only first visits.
  const counts = inspections
    .filter(({ owner, date }) => owner === 'current' && date > addMonths(facts.as_of, -12))
    .map((visit) => visit.counts);
  const citesNone = counts.every(({ total }) => total === 0);
  const citesNoHigh = counts.every(({ high_priority: high }) => high === 0);
  const all: readonly (readonly [code: string, applies: boolean, text: string])[] = [
    [
      'license_current',
      // A license in its grace period is confirmed, but it has expired.
      confirmed && expiresOn !== null && expiresOn >= today,
      currentText(facts, today, language),
    ],
    ['good_grade', grade === 'A' || grade === 'B', t.grade({ grade: String(grade) })],
    ['no_violation_12m', inspected && citesNone, t.noViolation(asOf)],
    ['no_high_priority_12m', inspected && !citesNone && citesNoHigh, t.noHighPriority(asOf)],
    [
      'last_inspection_met',
      concerns.last_result === 'met',
      concerns.last_inspected_on === null
        ? t.met
        : t.metOn({ day: describeDay(concerns.last_inspected_on, language) }),
    ],
    [
      'no_enforcement_12m',
      inspected &&
        !hold.active &&
        concerns.last_result !== 'unknown' &&
        !hadMeasure(facts) &&
        !isRecentOrder(concerns.final_order, facts.as_of),
      t.noEnforcement(asOf),
    ],
  ];
  return all.filter(([, applies]) => applies).map(([code, , text]) => ({ code, text }));
}

function currentText({ vendor, records_reach_to }: PublishedFacts, today: IsoDate, language: Language) {
  const t = STRENGTHS[language];
  const day = describeDay(vendor.license.expires_on ?? today, language);
  const isOld = recordsOld(records_reach_to, today);
  return isOld ? t.wasCurrent({ day }) : t.current({ day });
}

/**
 * Returns true if a visit or closure in the last twelve months was an enforcement action, even in an older
 * case.
 */
function hadMeasure({ concerns: { last_measure_on: day }, as_of: asOf }: PublishedFacts): boolean {
  return day !== null && day > addMonths(asOf, -12);
}

const SEVERITIES = ['blocking', 'serious', 'caution', 'info'] as const;

/** A factor that determines the verdict by itself, with any score. */
type Deciding = Omit<Factor, 'quotes' | 'fades'> & Partial<Pick<Factor, 'fades'>>;

function holdFactor({ evidence: { hold } }: PublishedFacts, language: Language): Deciding | undefined {
  if (!hold.active) return undefined;
  const t = FACTORS[language];
  return {
    code: 'regulator_hold',
    severity: 'blocking',
    issue: describeHold(hold, language),
    corrective_action: isClosed(hold) ? t.holdClosed : t.holdOpen,
    resource: REGULATOR.pageIn(isClosed(hold) ? 'enforcement' : 'licensing', language),
    evidence: hold.reasons.map(({ text, since }) => quoteDated(text, since, language)).join('; '),
  };
}

function enforcementFactor({ concerns, evidence }: PublishedFacts, language: Language): Deciding | undefined {
  const { unresolved } = concerns;
  if (unresolved.length === 0 || evidence.hold.active) return undefined;
  const t = FACTORS[language];
  const quotes = unresolved.map(({ text, on }) => quoteDated(text, on, language)).join('; ');
  return {
    code: 'unresolved_enforcement',
    severity: 'blocking',
    issue: POLICY[language].unresolved({ quotes }),
    corrective_action: t.enforcementAction,
    resource: REGULATOR.pageIn('enforcement', language),
    evidence: quotes,
  };
}

function closureFactor(
  { concerns, evidence, as_of: asOf }: PublishedFacts,
  language: Language,
): Deciding | undefined {
  const recent = concerns.closures.filter((closure) => isRecentClosure(closure, asOf));
  if (recent[0] === undefined || evidence.hold.active) return undefined;
  const t = FACTORS[language];
  const on = addDays(recent[0].on, RECENT_CLOSURE_DAYS);
  const when = closureDays(recent, language);
  return {
    code: 'recent_emergency_closure',
    severity: 'blocking',
    issue: t.closure({ when }),
    corrective_action: t.closureAction,
    resource: REGULATOR.pageIn('enforcement', language),
    evidence: t.closureEvidence({ when }),
    fades: { on, text: t.closureFades({ day: describeDay(on, language) }) },
  };
}

/**
 * Describes a closure, which organizers see for a year, unless one of the reasons for a lower score already
 * describes it.
 */
function earlierClosureFactor(
  { concerns, evidence, as_of: asOf }: PublishedFacts,
  inspections: readonly Inspection[],
  language: Language,
): Deciding | undefined {
  const isOfVisit = (closedOn: IsoDate) =>
    inspections.some(
      ({ owner, date, disposition }) =>
        owner === 'current' && date === closedOn && measureKindOf(disposition) === 'emergency',
    );
  const earlier = concerns.closures.filter(
    (closure) => !isRecentClosure(closure, asOf) && !isOfVisit(closure.on),
  );
  if (earlier[0] === undefined || evidence.hold.active) return undefined;
  const t = FACTORS[language];
  const when = closureDays(earlier, language);
  const on = firstYearAfter(earlier[0].on);
  return {
    code: 'closed_within_year',
    severity: 'caution',
    issue: t.closedInYear({ when, end: describeDay(asOf, language) }),
    corrective_action: t.closureAction,
    resource: REGULATOR.pageIn('enforcement', language),
    evidence: t.closureEvidence({ when }),
    fades: { on, text: t.closedInYearFades({ day: describeDay(on, language) }) },
  };
}

function orderFactor({ concerns, as_of: asOf }: PublishedFacts, language: Language): Deciding | undefined {
  const { final_order: order } = concerns;
  if (order === null || !isRecentOrder(order, asOf)) return undefined;
  const t = FACTORS[language];
  const on = addDays(order.final_order_on, ORDER_DAYS);
  return {
    code: 'final_order',
    severity: 'caution',
    issue: describeOrder(order, language),
    corrective_action: order.fine_cents === 0 ? t.orderAction : t.fineAction,
    resource: REGULATOR.pageIn('enforcement', language),
    evidence: t.orderEvidence({
      number: order.case_number,
      day: describeDay(order.final_order_on, language),
    }),
    fades: { on, text: t.orderFades({ day: describeDay(on, language) }) },
  };
}

/**
 * Returns the first day for which this day is no longer within the past twelve months. For a leap day,
 * returns March 1.
 */
function firstYearAfter(day: IsoDate): IsoDate {
  const on = addMonths(day, 12);
  return addMonths(on, -12) < day ? addDays(on, 1) : on;
}

function gradeFactor({ evidence: { grade } }: PublishedFacts, language: Language): Deciding | undefined {
  if (grade === null || grade === 'A' || grade === 'B') return undefined;
  const t = FACTORS[language];
  return {
    code: `grade_${grade.toLowerCase()}`,
    severity: grade === 'F' ? 'blocking' : grade === 'D' ? 'serious' : 'caution',
    issue: t.grade({ grade }),
    corrective_action: t.gradeAction,
    resource: REGULATOR.pageIn('foodCode', language),
    evidence: t.gradeEvidence({ grade }),
  };
}

function unknownResultFactor(
  { evidence, concerns }: PublishedFacts,
  language: Language,
): Deciding | undefined {
  const last = evidence.last_disposition;
  if (concerns.last_result !== 'unknown' || !last) return undefined;
  const t = FACTORS[language];
  const quoted = { quote: quoteWords(last.text, language), day: describeDay(last.date, language) };
  return {
    code: 'last_result_unknown',
    severity: 'caution',
    issue: t.resultUnknown(quoted),
    corrective_action: t.resultUnknownAction,
    resource: REGULATOR.pageIn('inspections', language),
    evidence: t.quotedOn(quoted),
  };
}

function licenseFactor(
  { vendor: { license }, data_as_of }: PublishedFacts,
  language: Language,
): Deciding | undefined {
  if (license.confirmed) return undefined;
  const t = FACTORS[language];
  const listed = {
    number: license.number,
    status: LICENSE_STATUS_WORDS[language][license.status],
    day: describeDay(data_as_of, language),
  };
  return {
    code: 'license_not_confirmed',
    severity: 'serious',
    issue: t.unconfirmed({ why: describeUnconfirmed(license, language) }),
    corrective_action: LICENSE_ACTIONS[language][license.status],
    resource: REGULATOR.pageIn('licensing', language),
    evidence: license.expires_on
      ? t.licenseEvidenceExpiry({ ...listed, expiry: describeDay(license.expires_on, language) })
      : t.licenseEvidence(listed),
  };
}

function followUpFactor({ evidence, concerns }: PublishedFacts, language: Language): Deciding | undefined {
  const last = evidence.last_disposition;
  if (concerns.last_result !== 'follow_up' || !last || concerns.unresolved.length > 0) return undefined;
  const t = FACTORS[language];
  const quote = quoteWords(last.text, language);
  return {
    code: 'follow_up_open',
    severity: 'caution',
    issue: t.followUp({ quote }),
    corrective_action: t.followUpAction,
    resource: REGULATOR.pageIn('enforcement', language),
    evidence: t.quotedOn({ quote, day: describeDay(last.date, language) }),
  };
}

function unknownCountsFactor({ concerns }: PublishedFacts, language: Language): Deciding | undefined {
  if (concerns.counts_unknown_on === null) return undefined;
  const t = FACTORS[language];
  const day = describeDay(concerns.counts_unknown_on, language);
  return {
    code: 'counts_unknown',
    severity: 'caution',
    issue: t.countsUnknown({ day }),
    corrective_action: t.countsUnknownAction,
    resource: REGULATOR.pageIn('inspections', language),
    evidence: t.countsUnknownEvidence({ day }),
  };
}

function recordFactor(facts: PublishedFacts, language: Language): Deciding | undefined {
  const { evidence, vendor, has_minimum_record, uncertain_record: uncertain, as_of } = facts;
  if (has_minimum_record) return undefined;
  const t = FACTORS[language];
  const counted = { count: evidence.rollup_12m.inspections, day: describeDay(as_of, language) };
  return {
    code: 'insufficient_record',
    severity: 'caution',
    issue: tooFewText(
      {
        confirmed: vendor.license.confirmed,
        uncertainText: uncertain && uncertainTextIn(uncertain, language),
        lastDisposition: evidence.last_disposition?.text ?? null,
        loadingBefore: facts.inspections_loading_before,
        from: facts.inspections_from,
        known: facts.concerns.known_inspections,
      },
      language,
    ),
    corrective_action: recordAction(facts, language),
    resource: REGULATOR.pageIn(vendor.license.type === 'caterer' ? 'inspections' : 'mobile', language),
    evidence: isNothingRead(facts)
      ? t.coverNone
      : uncertain
        ? t.countedUncertain({ ...counted, uncertain: uncertain.inspections })
        : t.counted(counted),
  };
}

function recordAction(facts: PublishedFacts, language: Language): string {
  const { evidence, uncertain_record: uncertain, inspections_loading_before: loadingBefore } = facts;
  const t = FACTORS[language];
  if (isNothingRead(facts)) return t.coverAction;
  if (uncertain) return t.uncertainAction;
  if (loadingBefore !== null) return t.loadingAction;
  if (evidence.grade_status !== 'insufficient_record') return t.tooFewToo;
  return evidence.last_disposition ? t.tooFewActionReport : t.tooFewAction;
}

/**
 * Returns true if nothing is known about inspections: no file for the district was read, and no other
 * district's file lists a visit.
 */
export function isNothingRead({
  inspections_from: from,
  evidence,
}: Pick<PublishedFacts, 'inspections_from' | 'evidence'>): boolean {
  return from === null && evidence.last_disposition === null;
}

/** Explains to a vendor that organizers see REVIEW because our files are too short. */
function coverFactor(
  { inspections_from: from, as_of: asOf }: PublishedFacts,
  language: Language,
): Deciding | undefined {
  if (!isCoverTooShort(from, asOf)) return undefined;
  const t = FACTORS[language];
  return {
    code: 'coverage_too_short',
    severity: 'serious',
    issue: describeShortCover(from, asOf, language),
    corrective_action: t.coverAction,
    resource: REGULATOR.pageIn('inspections', language),
    evidence: from === null ? t.coverNone : t.coverFrom({ day: describeDay(from, language) }),
  };
}
