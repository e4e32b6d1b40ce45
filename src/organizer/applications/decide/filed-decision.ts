import type { DecisionResult, EventType } from '../../../decisions/decide/schemas.ts';
import { receiptAddress } from '../../../decisions/receipts/address.ts';
import { decodeBase64Url, decodeJws, parseJson } from '../../../decisions/receipts/jws.ts';
import { parseStored } from '../../../lib/stored-json.ts';
import { shortNumberOf } from '../../../lib/text/short-number.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { CurrentStanding } from '../application.ts';

/** Returns the id of a decision's receipt. Throws if this service cannot have issued the receipt. */
export function receiptId({ receipt }: Pick<DecisionResult, 'receipt'>): string {
  const payload = decodeBase64Url(decodeJws(receipt)?.payload ?? '');
  const claims = payload && parseJson(payload);
  const jti: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'jti') : undefined;
  if (typeof jti !== 'string') throw new Error('a decision came with a receipt that has no ID');
  return jti;
}

/**
 * Returns true if no new decision is needed, because the filed decision is from today and equals the one that
 * would be filed now. Today is the current date in the jurisdiction's time zone.
 */
export function stillHolds(
  filed: DecisionResult,
  now: { readonly standing: CurrentStanding; readonly eventType: EventType; readonly instant: Date },
): boolean {
  const { standing, eventType, instant } = now;
  return (
    jurisdictionDay(new Date(filed.decided_at)) === jurisdictionDay(instant) &&
    filed.event_type === eventType &&
    filed.verdict === standing.verdict &&
    filed.evidence.grade === standing.grade &&
    filed.evidence.grade_status === standing.grade_status &&
    filed.data_as_of === standing.data_as_of &&
    filed.event_date === standing.event.first &&
    (filed.event_last_date ?? filed.event_date) === standing.event.last
  );
}

/**
 * Parses a filed decision and fills in fields that old decisions lack. A missing event date becomes the date
 * of the decision. A missing short receipt number is derived from the receipt.
 */
export function parseFiledDecision(decision: string): DecisionResult {
  const filed = parseStored<Omit<DecisionResult, LaterField> & Partial<DecisionResult>>(decision);
  const number = filed.receipt_number ?? shortNumberOf(receiptId(filed));
  return {
    ...filed,
    event_date: filed.event_date ?? dayOf(filed),
    records_old: filed.records_old ?? null,
    receipt_number: number,
    receipt_url: filed.receipt_url ?? receiptAddress(filed.verify_url.split('/verify?')[0] ?? '', number),
  };
}

type LaterField = 'event_date' | 'records_old' | 'receipt_number' | 'receipt_url';

function dayOf({ decided_at }: Pick<DecisionResult, 'decided_at'>): string {
  return jurisdictionDay(new Date(decided_at));
}
