import type { Language } from '../../lib/language/language.ts';
import { dollars } from '../../lib/text/dollars.ts';
import { describeDay } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { CountedOrder } from './final-orders.ts';
import { ORDER, POLICY } from './policy-messages.ts';

/**
 * Returns the text about a final order in a decision: a sentence and a question to ask the vendor. Returns an
 * empty string if there is no order.
 */
export function orderText(order: CountedOrder | null, language: Language): string {
  if (order === null) return '';
  const t = POLICY[language];
  const told = { order: describeOrder(order, language) };
  return order.fine_cents === 0 ? t.ordered(told) : t.fined(told);
}

/** Returns one sentence that states everything known about a final order. */
export function describeOrder(order: CountedOrder, language: Language): string {
  const { case_number: number, final_order_on: on, violations: count, fine_cents: cents } = order;
  const t = ORDER[language];
  const told = { regulator: REGULATOR.shortName, day: describeDay(on, language), number, count };
  return cents === 0 ? t.notFined(told) : t.fined({ ...told, fine: dollars(cents) });
}
