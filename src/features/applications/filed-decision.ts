import type { DecisionResult } from '../decisions/schemas.ts';
import { decodeBase64Url, decodeJws, parseJson } from '../receipts/jws.ts';

/** The number of the receipt that a decision came with. Throws for a receipt that this service cannot have made. */
export function receiptNumber({ receipt }: Pick<DecisionResult, 'receipt'>): string {
  const payload = decodeBase64Url(decodeJws(receipt)?.payload ?? '');
  const claims = payload && parseJson(payload);
  const jti: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'jti') : undefined;
  if (typeof jti !== 'string') throw new Error('a decision came with a receipt that has no number');
  return jti;
}

/** What was filed, read back. */
export function parseFiledDecision(decision: string): DecisionResult {
  return JSON.parse(decision) as DecisionResult;
}
