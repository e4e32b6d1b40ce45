import { addDays, addMonths, describeDay, type IsoDate } from '../../lib/dates.ts';
import { countNoun } from '../../lib/text.ts';
import { recordsOld } from '../../registry/published-state/records-age.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { RECENT_CLOSURE_DAYS } from '../../registry/vendors/concerns.ts';
import type { PublishedFacts } from '../../registry/vendors/decision-facts.ts';
import { describeHold, isClosed } from '../../registry/vendors/hold-words.ts';
import { describeUnconfirmed } from '../../registry/vendors/license-words.ts';
import { tooFewText } from '../../registry/vendors/policy.ts';
import type { Inspection } from '../../registry/vendors/schemas.ts';
import { describeShortCover, isCoverTooShort } from '../../registry/vendors/short-cover.ts';
import { type Cause, causesOf } from './causes.ts';
import { LICENSE_ACTIONS } from './license-actions.ts';
import type { Factor, SelfCheck } from './schemas.ts';
import { toScoredRecord } from './scored-record.ts';

/**
 * What limits a vendor, most severe first, each with what to do about it (contract 2.8). Of equal severity what decides
 * by itself comes first, then what costs the score most. A hold comes first and quotes the regulator. Pure.
 */
export function limitingFactors(facts: PublishedFacts, inspections: readonly Inspection[]): Factor[] {
  const deciding = [
    holdFactor(facts),
    enforcementFactor(facts),
    closureFactor(facts),
    gradeFactor(facts),
    licenseFactor(facts),
    followUpFactor(facts),
    unknownResultFactor(facts),
    unknownCountsFactor(facts),
    recordFactor(facts),
    coverFactor(facts),
  ].flatMap((factor) => (factor ? { quotes: [], fades: null, ...factor } : []));
  const causes = causesOf(toScoredRecord(inspections, facts.as_of), measuresTold(facts));
  return [...deciding, ...causes.map(({ factor }: Cause) => factor)].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}

/** Days of measures that have a factor of their own. */
function measuresTold({ concerns, evidence }: PublishedFacts): Set<string> {
  const days = [
    ...evidence.hold.reasons.map(({ since }) => since),
    concerns.recent_closure_on,
    concerns.unresolved?.on,
    concerns.last_result === 'follow_up' ? evidence.last_disposition?.date : null,
  ];
  return new Set(days.flatMap((day) => day ?? []));
}

/** The vendor's strengths. */
export function strengthsOf(
  facts: PublishedFacts,
  inspections: readonly Inspection[],
  today: IsoDate,
): SelfCheck['strengths'] {
  const { vendor, evidence, concerns } = facts;
  const { confirmed, expires_on: expiresOn } = vendor.license;
  const inYear = `in the year to ${describeDay(facts.as_of)}`;
  const { rollup_12m: year, grade, hold } = evidence;
  // What a year was like can be said only of one that is whole on file.
  const inspected = year.inspections > 0 && concerns.whole_12m;
  // A callback may cite, too, and the counts of the year are those of first visits.
  const counts = inspections
    .filter(({ owner, date }) => owner === 'current' && date > addMonths(facts.as_of, -12))
    .map((visit) => visit.counts);
  const citesNone = counts.every(({ total }) => total === 0);
  const citesNoHigh = counts.every(({ high_priority: high }) => high === 0);
  const all: readonly (readonly [code: string, applies: boolean, text: string])[] = [
    [
      'license_current',
      // Within the grace it is confirmed, but it has expired.
      confirmed && expiresOn !== null && expiresOn >= today,
      recordsOld(facts.records_reach_to, today)
        ? `In these records of ${describeDay(facts.as_of)} the license was current, to ${describeDay(expiresOn ?? today)}.`
        : `The license is current${expiresOn ? ` until ${describeDay(expiresOn)}` : ''}.`,
    ],
    ['good_grade', grade === 'A' || grade === 'B', `The inspection record has the grade ${grade}.`],
    ['no_violation_12m', inspected && citesNone, `No violation was cited ${inYear}.`],
    [
      'no_high_priority_12m',
      inspected && !citesNone && citesNoHigh,
      `No high-priority violation was cited ${inYear}.`,
    ],
    [
      'last_inspection_met',
      concerns.last_result === 'met',
      `The last visit${concerns.last_inspected_on ? `, on ${describeDay(concerns.last_inspected_on)},` : ''} met inspection standards.`,
    ],
    [
      'no_enforcement_12m',
      inspected && !hold.active && concerns.last_result !== 'unknown' && !hadMeasure(facts),
      `No warning, complaint or closure ${inYear}.`,
    ],
  ];
  return all.filter(([, applies]) => applies).map(([code, , text]) => ({ code, text }));
}

/** Whether a visit or closure of the last twelve months was a measure, be its case older. */
function hadMeasure({ concerns: { last_measure_on: day }, as_of: asOf }: PublishedFacts): boolean {
  return day !== null && day > addMonths(asOf, -12);
}

const SEVERITIES = ['blocking', 'serious', 'caution', 'info'] as const;

/** A factor that decides by itself, whatever the score. */
type Deciding = Omit<Factor, 'quotes' | 'fades'> & Partial<Pick<Factor, 'fades'>>;

function holdFactor({ evidence: { hold } }: PublishedFacts): Deciding | undefined {
  if (!hold.active) return undefined;
  const quoted = hold.reasons.map(({ text, since }) => `“${text}” (${describeDay(since)})`).join('; ');
  return {
    code: 'regulator_hold',
    severity: 'blocking',
    issue: describeHold(hold),
    corrective_action: isClosed(hold)
      ? 'Correct what the order names, ask the regulator for the re-inspection, and stay closed until it is passed.'
      : 'Get the license that the business needs, or show the regulator that it has one, before operating again.',
    resource: isClosed(hold) ? REGULATOR.pages.enforcement : REGULATOR.pages.licensing,
    evidence: quoted,
  };
}

function enforcementFactor({ concerns, evidence }: PublishedFacts): Deciding | undefined {
  const { unresolved } = concerns;
  if (unresolved === null || evidence.hold.active) return undefined;
  return {
    code: 'unresolved_enforcement',
    severity: 'blocking',
    issue: `“${unresolved.text}” of ${describeDay(unresolved.on)}: no later visit on file met standards.`,
    corrective_action:
      'Correct the violations, answer the regulator in time, and ask for the callback inspection.',
    resource: REGULATOR.pages.enforcement,
    evidence: `“${unresolved.text}”, ${describeDay(unresolved.on)}`,
  };
}

function closureFactor({ concerns, evidence }: PublishedFacts): Deciding | undefined {
  if (concerns.recent_closure_on === null || evidence.hold.active) return undefined;
  const on = addDays(concerns.recent_closure_on, RECENT_CLOSURE_DAYS);
  return {
    code: 'recent_emergency_closure',
    severity: 'blocking',
    issue: `On ${describeDay(concerns.recent_closure_on)} the business was closed by the regulator.`,
    corrective_action: 'Keep the proof of reopening at hand, and show it to organizers.',
    resource: REGULATOR.pages.enforcement,
    evidence: `Closure, ${describeDay(concerns.recent_closure_on)}`,
    fades: {
      on,
      text: `In records as of ${describeDay(on)} or later it speaks against a booking no more by itself, if no other closure follows.`,
    },
  };
}

function gradeFactor({ evidence: { grade } }: PublishedFacts): Deciding | undefined {
  if (grade === null || grade === 'A' || grade === 'B') return undefined;
  return {
    code: `grade_${grade.toLowerCase()}`,
    severity: grade === 'F' ? 'blocking' : grade === 'D' ? 'serious' : 'caution',
    issue: `The inspection record has the grade ${grade}.`,
    corrective_action:
      'The points below say what counts against it; the outlook says what it takes to reach the next letter.',
    resource: REGULATOR.pages.foodCode,
    evidence: `Grade ${grade}`,
  };
}

function unknownResultFactor({ evidence, concerns }: PublishedFacts): Deciding | undefined {
  const last = evidence.last_disposition;
  if (concerns.last_result !== 'unknown' || !last) return undefined;
  return {
    code: 'last_result_unknown',
    severity: 'caution',
    issue: `How the visit of ${describeDay(last.date)} ended is not known: the file says “${last.text}”.`,
    corrective_action: 'Show an organizer the report of that visit.',
    resource: REGULATOR.pages.inspections,
    evidence: `“${last.text}”, ${describeDay(last.date)}`,
  };
}

function licenseFactor({ vendor: { license }, data_as_of: day }: PublishedFacts): Deciding | undefined {
  if (license.confirmed) return undefined;
  return {
    code: 'license_not_confirmed',
    severity: 'serious',
    issue: `${describeUnconfirmed(license)} No grade is shown.`,
    corrective_action: LICENSE_ACTIONS[license.status],
    resource: REGULATOR.pages.licensing,
    evidence: `License ${license.number}: ${license.status.replaceAll('_', ' ')}${license.expires_on ? `, expiry ${describeDay(license.expires_on)}` : ''} (files up to ${describeDay(day)})`,
  };
}

function followUpFactor({ evidence, concerns }: PublishedFacts): Deciding | undefined {
  const last = evidence.last_disposition;
  if (concerns.last_result !== 'follow_up' || !last || concerns.unresolved !== null) return undefined;
  return {
    code: 'follow_up_open',
    severity: 'caution',
    issue: `The last visit ended with “${last.text}”.`,
    corrective_action: 'Correct what was cited by the date given, and have the callback inspection made.',
    resource: REGULATOR.pages.enforcement,
    evidence: `“${last.text}”, ${describeDay(last.date)}`,
  };
}

function unknownCountsFactor({ concerns: { counts_unknown_on: day } }: PublishedFacts): Deciding | undefined {
  if (day === null) return undefined;
  return {
    code: 'counts_unknown',
    severity: 'info',
    issue: `How many violations the inspection of ${describeDay(day)} cited is not known: the regulator’s file leaves counts blank or contradicts itself.`,
    corrective_action:
      'Show an organizer the report of that inspection, and ask the regulator to correct its file.',
    resource: REGULATOR.pages.inspections,
    evidence: `Inspection of ${describeDay(day)}`,
  };
}

function recordFactor({
  evidence,
  vendor,
  has_minimum_record,
  uncertain_record: uncertain,
  as_of: day,
}: PublishedFacts): Deciding | undefined {
  if (has_minimum_record) return undefined;
  const alone = evidence.grade_status === 'insufficient_record';
  return {
    code: 'insufficient_record',
    severity: 'caution',
    issue: tooFewText({
      confirmed: vendor.license.confirmed,
      uncertainText: uncertain?.text ?? null,
      lastDisposition: evidence.last_disposition?.text ?? null,
    }),
    corrective_action: uncertain
      ? 'If the inspections are yours, show an organizer the reports, and have the regulator bring name and holder in line.'
      : alone
        ? `A grade comes with the next inspections.${evidence.last_disposition ? ' Show an organizer your newest report.' : ''}`
        : 'For a grade these records lack inspections, too. They come with the regulator’s routine.',
    resource: vendor.license.type === 'caterer' ? REGULATOR.pages.inspections : REGULATOR.pages.mobile,
    evidence: `${countNoun(evidence.rollup_12m.inspections, 'inspection')} counted in the year to ${describeDay(day)}${uncertain ? `; ${countNoun(uncertain.inspections, 'inspection')} of uncertain owner on file` : ''}`,
  };
}

/** An organizer reads REVIEW; the vendor should know that it is not about its record. */
function coverFactor({ inspections_from: from, as_of: asOf }: PublishedFacts): Deciding | undefined {
  if (!isCoverTooShort(from, asOf)) return undefined;
  return {
    code: 'coverage_too_short',
    severity: 'serious',
    issue: describeShortCover(from, asOf),
    corrective_action:
      'Nothing for you to correct: the files read here are short. Show an organizer your newest inspection reports.',
    resource: REGULATOR.pages.inspections,
    evidence: from === null ? 'No inspection file in use' : `Inspection files from ${describeDay(from)}`,
  };
}
