import { quoteWords } from '../../judgment/scorecard/quote.ts';
import type { Language } from '../../lib/language/language.ts';
import { describeDay, JURISDICTION_ZONE } from '../../lib/time/dates.ts';
import { describeInstant } from '../../lib/time/zoned-time.ts';
import { describeRecordsAge } from '../../published-state/records-age.ts';
import { displayName } from '../../records/record/display-name.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { describeEventDays } from '../decide/days-to-decide.ts';
import {
  gradeText,
  licenseKindText,
  licenseStatusText,
  reasonName,
  SEVERITY_ORDER,
  shownVerdict,
} from '../decide/decision-words.ts';
import { EVENT_TYPES_NAMED, MEANINGS, SEVERITIES_NAMED } from '../decide/messages.ts';
import { type DecisionResult, EVENT_TYPES } from '../decide/schemas.ts';
import type { Claims } from '../receipts/schemas.ts';
import { RECEIPT_SHEET, SHEET } from './messages.ts';
import type {
  DecidedEntry,
  PackDocument,
  PackEntry,
  ReceiptEntry,
  SheetVerdict,
  UndecidedEntry,
} from './pack.ts';

/** An entry's printed text. */
export interface Sheet {
  readonly name: string;
  /** The line under the name. */
  readonly under: string;
  readonly verdict: SheetVerdict;
  /** Today's verdict in words; undefined unless it differs from the decision's verdict. */
  readonly today?: string | undefined;
  readonly meaning: string;
  /** A warning that the records were old. */
  readonly warning: string | undefined;
  readonly license: string;
  readonly expires: string;
  readonly reasons: readonly string[];
  /** The signed English sentences, if the reasons above are in another language and have less detail. */
  readonly signed: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly documents: readonly PackDocument[];
  readonly receipt: SheetReceipt | undefined;
  readonly notes: readonly string[];
}

/** All verdicts in the order of the summary. */
export const SHEET_VERDICTS: readonly SheetVerdict[] = [
  ...(['CLEAR', 'CONDITIONAL', 'REVIEW', 'SHORT_RECORD', 'DECLINE'] as const),
  'NOT DECIDED',
];

interface SheetReceipt {
  readonly number: string;
  readonly url: string;
  readonly text: string;
}

/** Returns the text to print for an entry. */
export function toSheet(entry: PackEntry, language: Language): Sheet {
  switch (entry.kind) {
    case 'decided':
      return decidedSheet(entry, language);
    case 'receipt':
      return receiptSheet(entry, language);
    case 'undecided':
      return undecidedSheet(entry, language);
  }
}

function decidedSheet(entry: DecidedEntry, language: Language): Sheet {
  const { decision, documents, notes = [] } = entry;
  const { vendor, records_old: old } = decision;
  const verdict = shownVerdict(decision);
  const { license, aka, city, county } = vendor;
  const t = SHEET[language];
  const place = [city && displayName(city), county === null ? null : t.county({ name: county })].filter(
    (part) => part !== null,
  );
  return {
    name: displayName(vendor.name),
    under: [
      ...(aka === null ? [] : [t.formerly({ name: displayName(aka) })]),
      `${license.number}, ${licenseKindText(license, language)}`,
      ...(place.length === 0 ? [] : [place.join(', ')]),
    ].join(' · '),
    verdict,
    today: entry.today,
    meaning: MEANINGS[language][verdict],
    warning: old === null ? undefined : t.oldRecords({ age: describeRecordsAge(old, language) }),
    license: license.number,
    expires: expiryText(license.expires_on, language),
    ...reasonsOf(entry, language),
    facts: factsOf(decision, language),
    documents,
    receipt: {
      number: decision.receipt_number,
      url: decision.receipt_url,
      text: decidedText(decision, language),
    },
    notes,
  };
}

/**
 * Returns the reasons in the pack's language, worst first. If the reasons are stored only in English, returns
 * their names and the signed sentences.
 */
function reasonsOf({ decision, told }: DecidedEntry, language: Language): Pick<Sheet, 'reasons' | 'signed'> {
  const worstFirst = (of: DecisionResult['reasons'], say: (reason: (typeof of)[number]) => string) =>
    SEVERITY_ORDER.flatMap((severity) =>
      of
        .filter((each) => each.severity === severity)
        .map((each) => `${SEVERITIES_NAMED[language][severity]}: ${say(each)}`),
    );
  const inLanguage = language === 'en' ? decision.reasons : told;
  if (inLanguage) return { reasons: worstFirst(inLanguage, ({ text }) => text), signed: [] };
  return {
    reasons: worstFirst(decision.reasons, ({ code }) => reasonName(code, language)),
    signed: decision.reasons.map(({ text }) => text),
  };
}

function decidedText(decision: DecisionResult, language: Language): string {
  const { event_date: first, event_last_date: last = first, event_type: type } = decision;
  return SHEET[language].decided({
    moment: describeMoment(decision.decided_at, language),
    kind: EVENT_TYPES_NAMED[language][type].toLowerCase(),
    days: describeEventDays({ first, last }, language),
    day: describeDay(decision.as_of, language),
    records: describeDay(decision.data_as_of, language),
    version: decision.policy_version,
  });
}

function factsOf({ vendor, evidence, records_old: old }: DecisionResult, language: Language): Sheet['facts'] {
  const { license } = vendor;
  const t = SHEET[language];
  // Old records describe the license only as of their own date.
  const status = old && license.status === 'current' ? t.wasCurrent : licenseStatusText(license, language);
  const { grade, grade_status, hold, last_disposition: last, gravest_event: gravest, rollup_12m } = evidence;
  const count = (value: number | null) => (value === null ? t.noCount : String(value));
  const visit = ({ text, date }: { readonly text: string; readonly date: string }) =>
    t.visit({ quote: quoteWords(text, language), day: describeDay(date, language) });
  const holds = hold.reasons.map(({ text, since }) =>
    t.since({ quote: quoteWords(text, language), day: describeDay(since, language) }),
  );
  // Old or missing files can't prove that no hold is in force.
  const isNothingRead = rollup_12m.year_covered === 'none';
  const noHoldNow = old ? t.noHoldThen({ day: describeDay(old.reach_to, language) }) : t.noHold;
  const noHold = isNothingRead ? t.notKnown : noHoldNow;
  return [
    [t.license, license.confirmed ? status : t.notConfirmed({ status })],
    [RECEIPT_SHEET[language].expires, expiryText(license.expires_on, language)],
    [
      t.grade,
      isNothingRead && !last && grade_status === 'insufficient_record'
        ? t.notKnown
        : gradeText(grade_status, grade, language),
    ],
    [t.hold, hold.active ? t.inForce({ reasons: holds.join('; ') }) : noHold],
    [t.lastVisit, last ? visit(last) : isNothingRead ? t.notKnown : t.noVisit],
    [t.gravest, gravest ? visit(gravest) : isNothingRead ? t.notKnown : t.noWorst],
    [
      rollup_12m.whole_year ? t.wholeYear : t.partOfYear,
      isNothingRead
        ? t.notKnown
        : t.counts({
            inspections: rollup_12m.inspections,
            high: count(rollup_12m.high_priority),
            intermediate: count(rollup_12m.intermediate),
            basic: count(rollup_12m.basic),
            warnings: rollup_12m.warnings,
            complaints: rollup_12m.admin_complaints,
            orders: rollup_12m.emergency_orders,
          }),
    ],
  ];
}

function receiptSheet({ number, url, claims, notes = [] }: ReceiptEntry, language: Language): Sheet {
  const verdict = SHEET_VERDICTS.find((each) => each === shownVerdict(claims)) ?? 'NOT DECIDED';
  const { event_date: first, event_last_date: last = first } = claims;
  const type = EVENT_TYPES.find((each) => each === claims.event_type);
  const decidedAt = new Date(claims.iat * 1000).toISOString();
  const names = SHEET[language];
  const t = RECEIPT_SHEET[language];
  const codes = claims.reason_codes.map((code) => reasonName(code, language));
  return {
    name: displayName(claims.name),
    under: kindText(claims, language),
    verdict,
    meaning: verdict === 'NOT DECIDED' ? t.says({ verdict: claims.verdict }) : MEANINGS[language][verdict],
    warning: undefined,
    license: claims.license_digits,
    expires: expiryOf(claims, language),
    reasons: language === 'en' ? (claims.reasons ?? codes) : codes,
    signed: language === 'en' ? [] : (claims.reasons ?? []),
    facts: [
      [t.expires, expiryOf(claims, language)],
      [names.grade, gradeText(claims.grade_status, claims.grade, language)],
      [t.kind, type ? EVENT_TYPES_NAMED[language][type] : claims.event_type],
      [
        t.eventDate,
        first === undefined || last === undefined ? t.notInReceipt : describePeriod(first, last, language),
      ],
      [t.decided, describeMoment(decidedAt, language)],
      [t.asOf, describeDay(claims.as_of, language)],
      [t.recordsDated, describeDay(claims.data_as_of, language)],
      [t.rules, t.rulesOf({ policy: claims.policy_version, score: claims.score_version })],
      [t.record, `SHA-256 ${claims.record_sha256}`],
      [t.issuer, claims.iss],
    ],
    documents: [],
    receipt: { number, url, text: t.only },
    notes,
  };
}

function kindText({ license_type: type, license_digits: digits }: Claims, language: Language): string {
  const t = RECEIPT_SHEET[language];
  const kind = REGULATOR.licenses.kindOfType(type);
  if (kind === undefined) return t.otherKind({ digits });
  return kind === 'caterer' ? t.caterer({ digits }) : t.truckOrCart({ digits });
}

function undecidedSheet(entry: UndecidedEntry, language: Language): Sheet {
  const { line, license, reason, documents = [], notes = [] } = entry;
  const t = SHEET[language];
  return {
    name: line,
    under: t.asGiven,
    verdict: 'NOT DECIDED',
    meaning: reason,
    warning: undefined,
    license: license ?? t.notOnRecord,
    expires: '',
    reasons: [],
    signed: [],
    facts: [],
    documents,
    receipt: undefined,
    notes,
  };
}

/** Describes an instant in the regulator's local time, with the time zone. */
export function describeMoment(instant: string, language: Language): string {
  return describeInstant(instant, JURISDICTION_ZONE, language);
}

/**
 * Returns the expiry date in words. It is unknown for receipts that were issued before receipts included it.
 */
function expiryOf({ license_expires_on: day }: Claims, language: Language): string {
  if (day === undefined) return RECEIPT_SHEET[language].notInReceipt;
  return expiryText(day, language);
}

function expiryText(day: string | null, language: Language): string {
  return day === null ? SHEET[language].notOnFile : describeDay(day, language);
}

function describePeriod(first: string, last: string, language: Language): string {
  const days = { first: describeDay(first, language), last: describeDay(last, language) };
  return first === last ? days.first : RECEIPT_SHEET[language].period(days);
}
