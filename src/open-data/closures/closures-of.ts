import type { Inspection, Scorecard } from '../../judgment/scorecard/schemas.ts';
import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/** A business that an inspector closed by emergency order. */
export interface Closure {
  readonly vendorId: string;
  readonly name: string;
  readonly licenseNumber: string;
  readonly city: string | null;
  /** Null where the files do not say. */
  readonly county: string | null;
  readonly closedOn: IsoDate;
  /** The first later visit after which it may operate again; null if the files have none. */
  readonly reopenedOn: IsoDate | null;
  /** The owner disputes the visit. */
  readonly isDisputed: boolean;
}

/** Returns the closures of the present owner after a day, each inspection once, the newest first. */
export function closuresOf(
  { id, name, license, location, inspections }: Scorecard,
  after: IsoDate,
): Closure[] {
  const own = inspections.filter(({ owner }) => owner === 'current');
  const orders = own
    .filter(({ disposition, date }) => disposition === REGULATOR.emergencyOrder && date > after)
    .sort((a, b) => compareText(a.date, b.date));
  const byCase = [...Map.groupBy(orders, ({ case_id: caseId }) => caseId).values()];
  return byCase
    .flatMap(([first]) => first ?? [])
    .map((order) => ({
      vendorId: id,
      name,
      licenseNumber: license.number,
      city: location.city,
      county: location.county,
      closedOn: order.date,
      reopenedOn: reopeningAfter(order, own),
      isDisputed: order.dispute !== undefined,
    }))
    .sort(compareClosures);
}

/** A later visit, or a callback of the same day, which is a later visit of the same case. */
function reopeningAfter(order: Inspection, visits: readonly Inspection[]): IsoDate | null {
  const later = visits
    .filter(
      ({ date, case_id, visit_number }) =>
        date > order.date ||
        (date === order.date && case_id === order.case_id && visit_number > order.visit_number),
    )
    .filter(({ disposition }) => REGULATOR.dispositionOf(disposition).effect === 'reopens')
    .map(({ date }) => date)
    .sort();
  return later[0] ?? null;
}

/** The newest first, of one day by name. */
export function compareClosures(a: Closure, b: Closure): number {
  return compareText(b.closedOn, a.closedOn) || compareText(a.name, b.name);
}
