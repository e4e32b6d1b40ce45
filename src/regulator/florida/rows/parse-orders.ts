import type { IsoDate } from '../../../lib/time/dates.ts';
import type { OrderRow } from '../../source/parsed-file.ts';
import { LICENSES } from '../vocabulary/license-codes.ts';
import type { NamedLayout } from './layouts.ts';
import { parseCents } from './order-layout.ts';
import {
  type RowContext,
  type RowOutcome,
  RowRefused,
  readCount,
  readDate,
  readOptional,
  readPattern,
  silent,
} from './parse-row.ts';

const EARLIEST_DAY = '1990-01-01';
const VIOLATIONS_MAX = 10_000;
/**
 * Matches a license number with letters, or a blank. Cases of unlicensed activity have no license number.
 * Digits without letters could belong to two licenses.
 */
const LICENSE_NUMBER = /^(?:[A-Z]{2,4}\d{7})?$/;
const CASE_NUMBER = /^[A-Za-z0-9][A-Za-z0-9./-]{0,29}$/;

/**
 * Reads one final order. The licensee's name and address in the row are not read, because the license number
 * identifies the licensee. Refuses a row without an order date, case, license or amount. If the violation
 * date is unreadable, only that date is lost.
 */
export function parseOrderRow(
  cells: readonly string[],
  { at }: NamedLayout,
  context: RowContext,
): RowOutcome<OrderRow> {
  const cell = (title: string) => cells[at.get(title) ?? -1];
  const orderedOn = readOrderDay(cell('final order date'), context);
  const number = readPattern(cell('license number'), 'license_number', LICENSE_NUMBER);
  const licenseType = LICENSES.typeOfLetters(number.slice(0, -7));
  const violationOn = readViolationDay(
    cell('violation date'),
    orderedOn,
    licenseType === undefined ? silent(context) : context,
  );
  if (licenseType === undefined) return { district: undefined, date: orderedOn };
  const kept: OrderRow = {
    licenseType,
    digits: number.slice(-7),
    caseNumber: readPattern(cell('case number'), 'case_number', CASE_NUMBER),
    orderedOn,
    violationOn,
    violations: readCount(cell('violations'), 'violations', VIOLATIONS_MAX),
    fineCents: readFine(cell('fine')),
  };
  return { kept, district: undefined, date: orderedOn };
}

function readOrderDay(cell: string | undefined, context: RowContext): IsoDate {
  const day = readDate(cell, 'final_order_date');
  if (day === null) throw new RowRefused('final_order_date_missing');
  if (day > context.latest) throw new RowRefused('date_in_future');
  if (day < EARLIEST_DAY) throw new RowRefused('final_order_date_out_of_range');
  return day;
}

/**
 * Reads the violation date. If it is after the order date, the two columns must be swapped, so the row is
 * refused.
 */
function readViolationDay(cell: string | undefined, orderedOn: IsoDate, context: RowContext): IsoDate | null {
  const day = readOptional(context, null, () => readDate(cell, 'violation_date'));
  if (day === null) {
    if ((cell ?? '').trim() === '') context.warn('violation_date_blank');
    return null;
  }
  if (day > orderedOn) throw new RowRefused('violation_after_order');
  if (day < EARLIEST_DAY) throw new RowRefused('violation_date_out_of_range');
  return day;
}

function readFine(cell: string | undefined): number {
  const cents = parseCents(cell ?? '');
  if (cents === undefined) throw new RowRefused('fine_malformed');
  return cents;
}

/**
 * Returns the number of rows that differ from the previous row about the same order. When an order has
 * several rows, the last one is used.
 */
export function countContradictingOrders(rows: Iterable<OrderRow>): number {
  const said = new Map<string, string>();
  let count = 0;
  for (const row of rows) {
    const key = orderKey(row);
    const text = JSON.stringify(row);
    if ((said.get(key) ?? text) !== text) count += 1;
    said.set(key, text);
  }
  return count;
}

function orderKey({ licenseType, digits, caseNumber, orderedOn }: OrderRow): string {
  return [licenseType, digits, caseNumber, orderedOn].join('|');
}
