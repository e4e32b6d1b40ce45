import type { FinalOrder } from '../../judgment/scorecard/schemas.ts';

/**
 * The part of a final order whose changes are reported. The file's date changes if a month is published
 * again.
 */
export type ReportedOrder = Omit<FinalOrder, 'currency' | 'file_date'>;

/** Returns the part of a final order whose changes are reported. */
export function toReportedOrder({
  currency: _currency,
  file_date: _date,
  ...told
}: FinalOrder): ReportedOrder {
  return told;
}
