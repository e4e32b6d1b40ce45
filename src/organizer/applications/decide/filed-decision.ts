import type { DecisionResult, EventType } from '../../../decisions/decide/schemas.ts';
import { receiptAddress } from '../../../decisions/receipts/address.ts';
import { decodeBase64Url, decodeJws, parseJson } from '../../../decisions/receipts/jws.ts';
import { parseStored } from '../../../lib/stored-json.ts';
import { shortNumberOf } from '../../../lib/text/short-number.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { CurrentStanding } from '../application.ts';

/** Returns the ID of a decision's receipt. Throws for a receipt that this service cannot have issued. */
export function receiptId({ receipt }: Pick<DecisionResult, 'receipt'>): string {
  const payload = decodeBase64Url(decodeJws(receipt)?.payload ?? '');
  const claims = payload && parseJson(payload);
  const jti: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'jti') : undefined;
  if (typeof jti !== 'string') throw new Error('a decision came with a receipt that has no ID');
  return jti;
}

/**
 * Returns true if a filed decision is from today, in the jurisdiction's time zone, and equals what would be
 * filed now. Then no new one is needed.
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
 * Parses a filed decision. Older decisions without an event date are treated as being about the day they were
 * made. Older receipts without a short number get the number that they would have now.
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
