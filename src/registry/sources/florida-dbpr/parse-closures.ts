import type { ClosureRow } from '../parsed-file.ts';
import type { NamedLayout } from './layouts.ts';
import {
  type RowContext,
  type RowOutcome,
  RowRefused,
  readDate,
  readDistrict,
  readPattern,
  readText,
} from './row-parsing.ts';

/** The regulator's reasons may be several sentences. */
const CONDITIONS_LENGTH_MAX = 2_000;

/** One line of a weekly emergency-closure workbook: closed when and why, and reopened when, if it was. */
export function parseClosureRow(
  cells: readonly string[],
  { at }: NamedLayout,
  context: RowContext,
): RowOutcome<ClosureRow> {
  const cell = (title: string) => cells[at.get(title) ?? -1];
  const closedOn = readDate(cell('date'), 'closure_date');
  if (closedOn === null) throw new RowRefused('closure_date_missing');
  if (closedOn > context.latest) throw new RowRefused('date_in_future');
  const reopenedOn = readDate(cell('date of order to vacate'), 'vacate_date');
  if (reopenedOn !== null && reopenedOn < closedOn) throw new RowRefused('reopened_before_closed');
  const kept: ClosureRow = {
    digits: readPattern(cell('license number'), 'license_number', /^[A-Z]{0,3}\d{7}$/).slice(-7),
    closedOn,
    businessName: readText(cell('business name'), 'business_name', context),
    conditions: readText(cell('conditions for closure'), 'conditions', context, CONDITIONS_LENGTH_MAX),
    reopenedOn,
  };
  return { kept, district: readDistrict(cell('district')), date: closedOn };
}
