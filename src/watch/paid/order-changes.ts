import { describeOrder } from '../../judgment/policy/order-words.ts';
import type { Language } from '../../lib/language/language.ts';
import { describeDay } from '../../lib/time/dates.ts';
import type { ReportedOrder } from '../../records/changes/reported-order.ts';
import type { Change } from './change.ts';
import { CHANGES } from './messages.ts';
import type { WatchedState } from './watched-state.ts';

/**
 * Returns the final orders that are new, gone or changed, oldest first; none where the stored state is older than the field.
 * Pure.
 */
export function compareOrders(before: WatchedState, after: WatchedState, language: Language): Change[] {
  if (!before.orders || !after.orders) return [];
  const was = byCase(before.orders);
  const is = byCase(after.orders);
  const keys = [...new Set([...was.keys(), ...is.keys()])].sort();
  return keys.flatMap((key): Change[] => {
    const from = orderText(was.get(key), language);
    const to = orderText(is.get(key), language);
    return from === to ? [] : [{ kind: 'order', label: CHANGES[language].order, from, to }];
  });
}

function byCase(orders: readonly ReportedOrder[]): ReadonlyMap<string, ReportedOrder> {
  return new Map(orders.map((order) => [`${order.final_order_on} ${order.case_number}`, order]));
}

function orderText(order: ReportedOrder | undefined, language: Language): string {
  const t = CHANGES[language];
  if (!order) return t.none;
  const { violation_on: day, of_current_holder: isCurrent } = order;
  const whose = isCurrent === null ? 'unknown' : isCurrent ? 'current' : 'former';
  return t.orderTold({
    order: describeOrder(order, language),
    violation: day === null ? t.noDay : describeDay(day, language),
    whose,
  });
}
