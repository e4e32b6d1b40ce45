/** Monthly disciplinary activity files for tests. All names, addresses, and numbers are invented. */
import { formatUsDate } from '../../src/lib/time/dates.ts';

export interface OrderFields {
  readonly caseNumber: string;
  /** Includes the prefix, as in `MFD4758801`. */
  readonly licenseNumber: string;
  readonly name: string;
  readonly address: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly violations: string;
  readonly fine: string;
  /** A `YYYY-MM-DD` date; any other text is written unchanged. */
  readonly orderedOn: string;
  readonly violationOn: string;
}

const ORDER: OrderFields = {
  caseNumber: '2025012345',
  licenseNumber: 'MFD4758801',
  name: 'ZENOBIA FICTIVE',
  address: '4 UNPRINTED ALLEY',
  address2: 'LOT INVENTED',
  city: 'TALLAHASSEE',
  state: 'FL',
  zip: '32388',
  violations: '2',
  fine: '$500.00',
  orderedOn: '2025-09-03',
  violationOn: '2025-06-12',
};

/** The values in a row that reveal the licensee's name and address. */
export const ORDER_SECRETS: readonly string[] = [ORDER.name, ORDER.address, ORDER.address2, ORDER.zip];

/** Returns one final order, against a food truck in district 6 by default. */
export function orderRow(fields: Partial<OrderFields> = {}): OrderFields {
  return { ...ORDER, ...fields };
}

/** Returns an order's 12 cells. */
export function orderCells(order: OrderFields): string[] {
  return [
    order.caseNumber,
    order.licenseNumber,
    order.name,
    order.address,
    order.address2,
    order.city,
    order.state,
    order.zip,
    order.violations,
    order.fine,
    usDate(order.orderedOn),
    usDate(order.violationOn),
  ];
}

/** Returns a monthly file with 12 columns. It has a header row only if `titles` are given. */
export function orderCsv(orders: readonly OrderFields[], titles?: readonly string[]): string {
  const rows = orders.map(orderCells);
  const lines = titles ? [titles, ...rows] : rows;
  return lines.map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`).join('');
}

function usDate(date: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(date) ? formatUsDate(date) : date;
}
