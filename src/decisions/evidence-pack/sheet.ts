import { describeDay, JURISDICTION_ZONE } from '../../lib/dates.ts';
import { describeInstant } from '../../lib/zoned-time.ts';
import { describeRecordsAge } from '../../registry/published-state/records-age.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { EVENT_TYPE_NAMES } from '../decision/documents.ts';
import { describeEventDays } from '../decision/event-days.ts';
import { type DecisionResult, EVENT_TYPES } from '../decision/schemas.ts';
import {
  gradeText,
  licenseKindText,
  licenseStatusText,
  reasonName,
  SEVERITY_NAMES,
  SEVERITY_ORDER,
  VERDICT_MEANINGS,
} from '../decision/words.ts';
import type { Claims } from '../receipts/schemas.ts';
import type { DecidedEntry, PackDocument, PackEntry, ReceiptEntry, UndecidedEntry } from './pack.ts';

/** An entry in the words that are printed. */
export interface Sheet {
  readonly name: string;
  /** The line under the name. */
  readonly under: string;
  readonly verdict: SheetVerdict;
  readonly meaning: string;
  /** That the records were old. */
  readonly warning: string | undefined;
  readonly license: string;
  readonly expires: string;
  readonly reasons: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly documents: readonly PackDocument[];
  readonly receipt: SheetReceipt | undefined;
  readonly notes: readonly string[];
}

export type SheetVerdict = 'CLEAR' | 'CONDITIONAL' | 'REVIEW' | 'DECLINE' | 'NOT DECIDED';
/** In the order of the summary. */
export const SHEET_VERDICTS: readonly SheetVerdict[] = [
  ...(['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE'] as const),
  'NOT DECIDED',
];

interface SheetReceipt {
  readonly number: string;
  readonly url: string;
  readonly text: string;
}

/** Puts an entry into words. */
export function toSheet(entry: PackEntry): Sheet {
  switch (entry.kind) {
    case 'decided':
      return decidedSheet(entry);
    case 'receipt':
      return receiptSheet(entry);
    case 'undecided':
      return undecidedSheet(entry);
  }
}

function decidedSheet({ decision, documents, notes = [] }: DecidedEntry): Sheet {
  const { vendor, verdict, records_old: old, as_of: asOf, data_as_of: dataAsOf } = decision;
  const { license, aka, city, county } = vendor;
  const place = [city, county === null ? null : `${county} County`].filter((part) => part !== null);
  const days = { first: decision.event_date, last: decision.event_last_date ?? decision.event_date };
  return {
    name: vendor.name,
    under: [
      ...(aka === null ? [] : [`formerly ${aka}`]),
      `${license.number}, ${licenseKindText(license)}`,
      ...(place.length === 0 ? [] : [place.join(', ')]),
    ].join(' · '),
    verdict,
    meaning: VERDICT_MEANINGS[verdict],
    warning: old === null ? undefined : `Old records. ${describeRecordsAge(old)}`,
    license: license.number,
    expires: license.expires_on === null ? 'Not on file' : describeDay(license.expires_on),
    reasons: SEVERITY_ORDER.flatMap((severity) =>
      decision.reasons
        .filter((each) => each.severity === severity)
        .map(({ text }) => `${SEVERITY_NAMES[severity]}: ${text}`),
    ),
    facts: factsOf(decision),
    documents,
    receipt: {
      number: decision.receipt_number,
      url: decision.receipt_url,
      text: `Decided ${describeMoment(decision.decided_at)} for a ${EVENT_TYPE_NAMES[decision.event_type].toLowerCase()} ${describeEventDays(days)}, as of ${describeDay(asOf)}, from records dated ${describeDay(dataAsOf)}. Policy ${decision.policy_version}.`,
    },
    notes,
  };
}

function factsOf({ vendor, evidence, as_of: asOf, records_old: old }: DecisionResult): Sheet['facts'] {
  const { license } = vendor;
  // Old records tell of their own day.
  const status =
    old && license.status === 'current' ? `Was current on ${describeDay(asOf)}` : licenseStatusText(license);
  const { grade, grade_status, hold, last_disposition: last, gravest_event: gravest, rollup_12m } = evidence;
  const count = (value: number | null) => (value === null ? 'not on file' : String(value));
  return [
    ['License', `${status}${license.confirmed ? '' : '; not confirmed'}`],
    ['Grade', gradeText(grade_status, grade)],
    [
      'Regulator’s hold',
      hold.active
        ? `In force. ${hold.reasons.map(({ text, since }) => `“${text}”, since ${describeDay(since)}`).join('; ')}`
        : 'None in force',
    ],
    ['Last visit', last ? `“${last.text}”, ${describeDay(last.date)}` : 'None counted for the owner'],
    [
      'Gravest result',
      gravest
        ? `“${gravest.text}”, ${describeDay(gravest.date)}`
        : 'No follow-up or closure counted for the owner',
    ],
    [
      rollup_12m.whole_year ? 'Last twelve months' : 'On file of the last twelve months',
      `Inspections: ${rollup_12m.inspections}. Violations: high-priority ${count(rollup_12m.high_priority)}, intermediate ${count(rollup_12m.intermediate)}, basic ${count(rollup_12m.basic)}. Warnings: ${rollup_12m.warnings}. Administrative complaints: ${rollup_12m.admin_complaints}. Emergency orders: ${rollup_12m.emergency_orders}.`,
    ],
  ];
}

function receiptSheet({ number, url, claims, notes = [] }: ReceiptEntry): Sheet {
  const verdict = SHEET_VERDICTS.find((each) => each === claims.verdict) ?? 'NOT DECIDED';
  const { event_date: first, event_last_date: last = first } = claims;
  const type = EVENT_TYPES.find((each) => each === claims.event_type);
  const typeText = type ? EVENT_TYPE_NAMES[type] : claims.event_type;
  const decidedAt = new Date(claims.iat * 1000).toISOString();
  const kind = REGULATOR.licenses.kindOfType(claims.license_type);
  const kindText =
    kind === undefined ? '' : kind === 'caterer' ? ', caterer' : ', food truck or hot dog cart';
  return {
    name: claims.name,
    under: `License ${claims.license_digits}${kindText}`,
    verdict,
    meaning: verdict === 'NOT DECIDED' ? `The receipt says ${claims.verdict}.` : VERDICT_MEANINGS[verdict],
    warning: undefined,
    license: claims.license_digits,
    expires: expiryOf(claims),
    reasons: claims.reasons ?? claims.reason_codes.map((code) => reasonName(code)),
    facts: [
      ['License expires', expiryOf(claims)],
      ['Grade', gradeText(claims.grade_status, claims.grade)],
      ['Kind of event', typeText],
      [
        'Event date',
        first === undefined || last === undefined ? 'Not in the receipt' : describePeriod(first, last),
      ],
      ['Decided', describeMoment(decidedAt)],
      ['As of', describeDay(claims.as_of)],
      ['Records dated', describeDay(claims.data_as_of)],
      ['Rules', `Policy ${claims.policy_version}, scoring ${claims.score_version}`],
      ['Record', `SHA-256 ${claims.record_sha256}`],
      ['Issued by', claims.iss],
    ],
    documents: [],
    receipt: {
      number,
      url,
      text: 'This page says what was signed on that day and nothing else. What has changed since stands only at this address.',
    },
    notes,
  };
}

function undecidedSheet({ line, license, reason, documents = [], notes = [] }: UndecidedEntry): Sheet {
  return {
    name: line,
    under: 'As it was given',
    verdict: 'NOT DECIDED',
    meaning: reason,
    warning: undefined,
    license: license ?? 'Not on record',
    expires: '',
    reasons: [],
    facts: [],
    documents,
    receipt: undefined,
    notes,
  };
}

/** An instant as clocks at the regulator's office show it, with the zone. */
export function describeMoment(instant: string): string {
  return describeInstant(instant, JURISDICTION_ZONE);
}

/** Of receipts that were issued before they held it, it is not known. */
function expiryOf({ license_expires_on: day }: Claims): string {
  if (day === undefined) return 'Not in the receipt';
  return day === null ? 'Not on file' : describeDay(day);
}

function describePeriod(first: string, last: string): string {
  return first === last ? describeDay(first) : `${describeDay(first)} to ${describeDay(last)}`;
}
