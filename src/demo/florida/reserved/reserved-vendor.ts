import { createRandom, type Random } from '../../../lib/random.ts';
import { findCounty } from '../../../regulator/florida/vocabulary/counties.ts';
import type { DemoCalendar } from '../demo-calendar.ts';
import { drawCategories } from '../demo-categories.ts';
import { standingOf } from '../demo-standing.ts';
import {
  type DemoApplication,
  type DemoCase,
  type DemoVendor,
  type DemoVisit,
  newestVisit,
} from '../demo-vendor.ts';
import { rankOf } from '../files/license-types.ts';
import { inventIdentity, numberOfCounty } from '../names/identity.ts';
import { EMERGENCY, EMERGENCY_NOT_COMPLIED } from '../visit-chains.ts';
import type { ReservedCase, ReservedLicense } from './reserved-licenses.ts';

const CALLBACK_GAP_DAYS = 14;
const EMERGENCY_GAP_DAYS = 1;
const IDS_OF_CASE = 8;
/**
 * The caterer in the ambiguous pair has the same digits as its twin, and therefore the same ids. It uses the
 * upper half of them.
 */
const CATERER_ID_OFFSET = 50;

/** Builds a reserved license as an ordinary vendor. Only the address, phone, and categories are random. */
export function tellReserved(reserved: ReservedLicense, seed: number, calendar: DemoCalendar): DemoVendor {
  const { license_number: written } = reserved;
  const rank = rankOf(written);
  const county = findCounty(written.slice(3, 5));
  if (county === undefined) throw new RangeError(`no county of ${written}`);
  const number = numberOfCounty(county.code, Number(written.slice(6)));
  const random = createRandom(seed, number.key);
  // The rank "CATR" keeps the vendor in the county that its number names.
  const drawn = inventIdentity(random, 'CATR', county, number);
  const firstId = drawn.firstId + (rank === 'CATR' ? CATERER_ID_OFFSET : 0);
  const identity = { ...drawn, rank, firstId, riskLevel: 'Risk Level 1' };
  const oldestFirst = reserved.cases.toSorted((a, b) => b.daysAgo - a.daysAgo);
  const cases = oldestFirst.map((one, index) => tellCase(random, reserved, one, firstId, index));
  const licenses = reserved.standings.map((kind) => ({
    businessName: reserved.name,
    licenseeName: `${reserved.name} LLC`,
    ...standingOf(kind, county.district, calendar),
    lastInspection: newestVisit(cases),
  }));
  return { ...identity, cases, licenses, applications: applicationsOf(reserved, firstId) };
}

function tellCase(
  random: Random,
  reserved: ReservedLicense,
  one: ReservedCase,
  firstId: number,
  index: number,
): DemoCase {
  const { formerName, ownerChangedDaysAgo = Number.POSITIVE_INFINITY } = reserved;
  const isFormerName = formerName !== undefined && one.daysAgo > formerName.untilDaysAgo;
  return {
    inspectionNumber: firstId + index,
    inspectionType: one.type,
    licenseId: firstId + (one.daysAgo > ownerChangedDaysAgo ? 0 : 1),
    businessName: isFormerName ? formerName.name : reserved.name,
    visits: tellVisits(random, reserved.license_number, one, firstId + index * IDS_OF_CASE),
  };
}

function tellVisits(
  random: Random,
  licenseNumber: string,
  one: ReservedCase,
  firstVisitId: number,
): DemoVisit[] {
  const kind = licenseNumber.startsWith('CAT') ? 'caterer' : 'mobile';
  let daysAgo = one.daysAgo;
  return one.dispositions.map((disposition, index) => {
    if (index > 0) daysAgo = Math.max(0, daysAgo - gapBefore(one, index));
    const isOpen = index === 0 || disposition === EMERGENCY_NOT_COMPLIED;
    const counts = isOpen
      ? { high: one.high, intermediate: one.intermediate, basic: one.basic }
      : { high: 0, intermediate: 0, basic: 0 };
    const total = counts.high + counts.intermediate + counts.basic;
    const categories = drawCategories(random, kind, one.type, total);
    const visit = { visitId: firstVisitId + index, visitNumber: index + 1, disposition, daysAgo };
    return { ...visit, ...counts, handheld: true, categories };
  });
}

function gapBefore(one: ReservedCase, index: number): number {
  const usual = one.dispositions[index - 1] === EMERGENCY ? EMERGENCY_GAP_DAYS : CALLBACK_GAP_DAYS;
  return one.gapDays?.[index - 1] ?? usual;
}

function applicationsOf(reserved: ReservedLicense, firstId: number): DemoApplication[] {
  if (reserved.ownerChangedDaysAgo !== undefined) {
    const approvedDaysAgo = reserved.ownerChangedDaysAgo;
    return [{ kind: 'change-of-owner', applicationNumber: firstId, approvedDaysAgo }];
  }
  const opening = reserved.cases.find(({ type }) => type === 'Food-Licensing Inspection');
  return opening === undefined
    ? []
    : [{ kind: 'new-license', applicationNumber: firstId, approvedDaysAgo: opening.daysAgo }];
}
