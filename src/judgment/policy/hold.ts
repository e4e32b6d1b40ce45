import type { IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { Disposition } from '../../regulator/source/source.ts';
import type { FactClosure } from '../../regulator/source/vendor-facts.ts';
import type { Visit } from '../score/cases.ts';
import { compareVisits } from '../score/visit-order.ts';
import type { Hold } from '../scorecard/schemas.ts';

type HoldReason = Hold['reasons'][number];

/**
 * Returns the hold. It is active if the regulator has closed this owner's business and nothing on record has
 * reopened it. An emergency order or administrative determination remains in force until a later visit's
 * disposition or the regulator's closure report ends it. `visits` are the current owner's visits up to the
 * as-of date.
 */
export function holdOf(visits: readonly Visit[], closures: readonly FactClosure[], asOf: IsoDate): Hold {
  const ordered = [...visits].sort(compareVisits);
  const reasons: HoldReason[] = [];
  for (const visit of ordered) {
    const { effect, measure } = REGULATOR.dispositionOf(visit.disposition);
    if (effect === 'reopens') reasons.length = 0;
    if (effect === 'closes') {
      reasons.push({
        code: codeOf(visit.disposition, measure),
        text: visit.disposition,
        since: visit.visitedOn,
      });
    }
  }
  return withClosureReports(reasons, ordered, closures, asOf);
}

/**
 * Returns the code for a reason for a hold. A callback that finds a business still closed does not count as a
 * second order.
 */
function codeOf(disposition: string, measure: Disposition['measure']): HoldReason['code'] {
  if (measure === 'determination') return 'administrative_determination';
  return disposition === REGULATOR.emergencyOrder ? 'emergency_order' : 'emergency_callback';
}

/**
 * Adds the information in the weekly reports: the reasons for closures, closures without a visit, and
 * reopenings.
 */
function withClosureReports(
  fromVisits: readonly HoldReason[],
  ordered: readonly Visit[],
  closures: readonly FactClosure[],
  asOf: IsoDate,
): Hold {
  const reasons = [...fromVisits];
  const sorted = [...closures].sort((a, b) => (a.closedOn < b.closedOn ? -1 : 1));
  for (const { closedOn, conditions, reopenedOn } of sorted) {
    if (closedOn > asOf) continue;
    const reopened = reopenedOn !== null && reopenedOn <= asOf;
    if (reopened) removeSince(reasons, reopenedOn);
    else if (!reopensAfter(ordered, closedOn))
      reasons.push({
        code: 'emergency_closure',
        text: conditions || REGULATOR.emergencyClosure,
        since: closedOn,
      });
  }
  return { active: reasons.length > 0, reasons };
}

function removeSince(reasons: HoldReason[], reopenedOn: IsoDate): void {
  const standing = reasons.filter(({ since }) => since > reopenedOn);
  reasons.splice(0, reasons.length, ...standing);
}

/**
 * Returns true if a visit after this closure reopens the business. On the date of the closure, only visits
 * after the order count.
 */
function reopensAfter(ordered: readonly Visit[], closedOn: IsoDate): boolean {
  const order = ordered.findIndex(
    (visit) => visit.visitedOn === closedOn && REGULATOR.dispositionOf(visit.disposition).effect === 'closes',
  );
  const later =
    order === -1 ? ordered.filter((visit) => visit.visitedOn > closedOn) : ordered.slice(order + 1);
  return later.some((visit) => REGULATOR.dispositionOf(visit.disposition).effect === 'reopens');
}
