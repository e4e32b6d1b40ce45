import type { FinalOrder } from '../vendors/schemas.ts';

/** What is told of a final order when it changes: not the day of its file, which moves when a month is published again. */
export type ToldOrder = Omit<FinalOrder, 'currency' | 'file_date'>;

/** Returns the told part of a final order. */
export function toToldOrder({ currency: _currency, file_date: _date, ...told }: FinalOrder): ToldOrder {
  return told;
}
