import type { IsoDate } from '../../../lib/time/dates.ts';
import type { ClosureRow } from '../../source/parsed-file.ts';
import type { NamedLayout } from './layouts.ts';
import {
  type RowContext,
  type RowOutcome,
  RowRefused,
  readDate,
  readDistrict,
  readName,
  readOptional,
  readPattern,
  readText,
} from './parse-row.ts';

/** The regulator's reasons may be several sentences long. */
const CONDITIONS_LENGTH_MAX = 2_000;

/**
 * Reads one row from a weekly workbook of emergency closures: when and why the business was closed, and when
 * it reopened, if it did.
 */
export function parseClosureRow(
  cells: readonly string[],
  { at }: NamedLayout,
  context: RowContext,
): RowOutcome<ClosureRow> {
  const cell = (title: string) => cells[at.get(title) ?? -1];
  const closedOn = readDate(cell('date'), 'closure_date');
  if (closedOn === null) throw new RowRefused('closure_date_missing');
  if (closedOn > context.latest) throw new RowRefused('date_in_future');
  const kept: ClosureRow = {
    digits: readPattern(cell('license number'), 'license_number', /^[A-Z]{0,3}\d{7}$/).slice(-7),
    closedOn,
    businessName: readName(cell('business name'), 'business_name', context, [cell('business address')]),
    conditions: readConditions(cell('conditions for closure'), context),
    reopenedOn: readReopening(cell('date of order to vacate'), closedOn),
  };
  return { kept, district: readDistrict(cell('district')), date: closedOn };
}

function readConditions(cell: string | undefined, context: RowContext): string {
  return readOptional(context, '', () => {
    const text = readText(cell, 'conditions', context, CONDITIONS_LENGTH_MAX);
    if (text === '') context.warn('conditions_blank');
    return text;
  });
}

/**
 * Reads the reopening date. An unreadable date must not be read as blank, because blank means that the
 * business is still closed.
 */
function readReopening(cell: string | undefined, closedOn: IsoDate): IsoDate | null {
  const reopenedOn = readDate(cell, 'vacate_date');
  if (reopenedOn !== null && reopenedOn < closedOn) throw new RowRefused('reopened_before_closed');
  return reopenedOn;
}
