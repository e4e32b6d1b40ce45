import { LRUCache } from 'lru-cache';
import {
  type Decision,
  type DecisionDays,
  decideOn,
  type EventDays,
  POLICY_VERSION,
} from '../../judgment/policy/policy.ts';
import { CACHE_SIZES } from '../../lib/cache/cache-sizes.ts';
import type { Language } from '../../lib/language/language.ts';
import { recordsOld } from '../../published-state/records-age.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';
import type { IdentifiedVendor } from '../../search/find/identify-service.ts';
import type { ClaimsToSign } from '../receipts/schemas.ts';
import { documentsAfter } from './documents/required-documents.ts';
import type { DecisionResult, EventType } from './schemas.ts';

/** The fields that are different in each decision. */
type OwnField = 'receipt' | 'receipt_number' | 'receipt_url' | 'verify_url' | 'decided_at';

/** The part of a decision that is the same for every request about this record and event type. */
export interface PreparedDecision {
  readonly claims: ClaimsToSign;
  readonly result: Omit<DecisionResult, OwnField>;
  /** Returns the reasons in another language, for a page. Signed texts and API responses are in English. */
  readonly reasonsIn: (language: Language) => readonly DecisionResult['reasons'][number][];
  /** `result` as JSON. */
  readonly text: string;
}

export interface PreparedDecisions {
  get(vendor: IdentifiedVendor, eventType: EventType, days: DaysDecided): PreparedDecision;
}

/** Today and the days of the event. */
interface DaysDecided extends DecisionDays {
  readonly event: EventDays;
}

interface Asked {
  readonly eventType: EventType;
  readonly days: DaysDecided;
}

/**
 * Prepares each decision once per record version, event and day. The cache key begins with the record's hash.
 */
export function createPreparedDecisions(baseUrl: string): PreparedDecisions {
  const prepared = new LRUCache<string, PreparedDecision>({ max: CACHE_SIZES.decisions });
  return {
    get(vendor, eventType, days) {
      const { today, event } = days;
      const key = `${vendor.recordSha256}:${eventType}:${today}:${event.first}:${event.last}`;
      const known = prepared.get(key);
      if (known) return known;
      const made = prepare(vendor, { eventType, days }, baseUrl);
      prepared.set(key, made);
      return made;
    },
  };
}

function prepare(vendor: IdentifiedVendor, { eventType, days }: Asked, baseUrl: string): PreparedDecision {
  const facts = vendor.facts();
  const decision = decideOn(facts, days);
  const result = {
    vendor: facts.vendor,
    event_type: eventType,
    ...eventFields(days.event),
    verdict: decision.verdict,
    reasons: [...decision.reasons],
    evidence: facts.evidence,
    required_documents: [
      ...documentsAfter(
        decision.reasons.map(({ code }) => code),
        eventType,
        'en',
        facts.vendor.license.type,
      ),
    ],
    checklist_url: `${baseUrl}/checklists/${eventType}`,
    as_of: facts.as_of,
    data_as_of: facts.data_as_of,
    records_old: recordsOld(facts.records_reach_to, days.today),
    policy_version: POLICY_VERSION,
    fictional: facts.fictional,
  };
  return {
    claims: toClaims(facts, vendor.recordSha256, decision, { eventType, days }),
    result,
    reasonsIn: (language) => decideOn(facts, days, language).reasons,
    text: JSON.stringify(result),
  };
}

function toClaims(
  facts: PublishedFacts,
  recordSha256: string,
  decision: Decision,
  { eventType, days }: Asked,
): ClaimsToSign {
  return {
    vendor_id: facts.vendor.id,
    license_type: facts.license_type,
    license_digits: facts.license_digits,
    name: facts.vendor.name,
    license_expires_on: facts.vendor.license.expires_on,
    event_type: eventType,
    ...eventFields(days.event),
    verdict: decision.verdict,
    reason_codes: decision.reasons.map(({ code }) => code),
    ...sentencesOf(decision),
    grade: facts.evidence.grade,
    grade_status: facts.evidence.grade_status,
    policy_version: POLICY_VERSION,
    score_version: facts.score_version,
    as_of: facts.as_of,
    data_as_of: facts.data_as_of,
    record_sha256: recordSha256,
    fictional: facts.fictional,
  };
}

/**
 * The maximum size of a receipt's reasons. A receipt has at most 8,192 characters, and each byte of a claim
 * takes up nearly two. Real reasons take up a few hundred bytes.
 */
const SENTENCES_BYTES_MAX = 3_000;

function sentencesOf({ reasons }: Decision): { reasons?: string[] } {
  const sentences = reasons.map(({ text }) => text);
  return Buffer.byteLength(JSON.stringify(sentences)) > SENTENCES_BYTES_MAX ? {} : { reasons: sentences };
}

/** Includes the last day only if it differs from the first. */
function eventFields({ first, last }: EventDays): { event_date: string; event_last_date?: string } {
  return { event_date: first, ...(last === first ? {} : { event_last_date: last }) };
}
