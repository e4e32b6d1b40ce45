import {
  createRandom,
  drawExponential,
  drawInt,
  drawPoisson,
  drawQuantile,
  type Random,
} from '../../lib/random.ts';
import type { County } from '../../regulator/source/source.ts';
import { type DemoCalendar, daysSinceFriday } from './demo-calendar.ts';
import { drawQuality, inventVisits } from './demo-inspections.ts';
import { drawStanding, standingOf } from './demo-standing.ts';
import {
  type DemoApplication,
  type DemoCase,
  type DemoIdentity,
  type DemoInspectionType,
  type DemoLicense,
  type DemoRank,
  type DemoVendor,
  newestVisit,
} from './demo-vendor.ts';
import { CASES_OF_VENDOR, type DemoNumber, IDS_OF_CASE, inventIdentity } from './names/identity.ts';
import { inventBusinessName, inventLicenseeName } from './names/invent-names.ts';
import * as rates from './rates.ts';

/** One period of ownership of a license, which begins at `fromDaysAgo`, with its License ID and names. */
interface Ownership {
  readonly licenseId: number;
  readonly businessName: string;
  /** The name used until `renamedDaysAgo`. */
  readonly formerName: string;
  readonly renamedDaysAgo: number;
  readonly licenseeName: string;
}

/**
 * A request for a vendor. `freshDaysAgo` keeps the license valid and adds a routine inspection on that day.
 */
interface VendorRequest {
  readonly seed: number;
  readonly county: County;
  readonly number: DemoNumber;
  readonly rank?: DemoRank;
  readonly freshDaysAgo?: number;
}

const DAYS_OF_YEAR = 365.25;
/** The minimum number of days before a business is sold. */
const DAYS_BEFORE_SALE = 90;
/** The number of days within which a licensed vendor is inspected. */
const DAYS_WITHOUT_INSPECTION = 60;

interface PlannedInspection {
  readonly daysAgo: number;
  readonly type: DemoInspectionType;
}

/**
 * The days on which a vendor opened, changed hands, closed, and was inspected, all as numbers of days ago.
 */
interface Timeline {
  /** Undefined if the vendor opened before the window began. */
  readonly opened: number | undefined;
  readonly departed: number | undefined;
  readonly ownerChange: number | undefined;
  /** Inspections, oldest first. */
  readonly inspections: readonly PlannedInspection[];
}

/**
 * Creates the complete history of one fictional vendor. The history depends only on the request and the
 * calendar.
 */
export function inventVendor(request: VendorRequest, calendar: DemoCalendar): DemoVendor {
  const random = createRandom(request.seed, request.number.key);
  const rank = request.rank ?? drawRank(random);
  const { number } = request;
  const identity = inventIdentity(random, rank, request.county, number);
  const quality = drawQuality(random, rank === 'MFDV' || rank === 'HTDG' ? 'mobile' : 'caterer');
  const timeline = keepFresh(inventTimeline(random, calendar, quality.high), request.freshDaysAgo);
  const [former, present] = inventOwnerships(random, identity, calendar);
  const cases = timeline.inspections.map(({ daysAgo, type }, index): DemoCase => {
    const owner = timeline.ownerChange !== undefined && daysAgo > timeline.ownerChange ? former : present;
    return {
      inspectionNumber: identity.firstId + index,
      inspectionType: type,
      licenseId: owner.licenseId,
      businessName: daysAgo > owner.renamedDaysAgo ? owner.formerName : owner.businessName,
      visits: inventVisits(random, calendar, quality, type, daysAgo, identity.firstId + index * IDS_OF_CASE),
    };
  });
  const licenses =
    timeline.departed === undefined
      ? licenseRows(random, identity, timeline, cases, [former, present], calendar, request)
      : [];
  const applications = licenses.length > 0 ? applicationsOf(identity, timeline) : [];
  return { ...identity, cases, licenses, applications };
}

function drawRank(random: Random): DemoRank {
  if (random() < rates.CATERER_SHARE) return 'CATR';
  return random() < rates.HOT_DOG_SHARE_OF_MOBILE ? 'HTDG' : 'MFDV';
}

function keepFresh(timeline: Timeline, freshDaysAgo: number | undefined): Timeline {
  if (freshDaysAgo === undefined) return timeline;
  const earlier = timeline.inspections.filter(({ daysAgo }) => daysAgo > freshDaysAgo).slice(-8);
  const inspections = [...earlier, { daysAgo: freshDaysAgo, type: 'Routine - Food' as const }];
  return { ...timeline, departed: undefined, inspections };
}

function inventOwnerships(
  random: Random,
  identity: DemoIdentity,
  calendar: DemoCalendar,
): [former: Ownership, present: Ownership] {
  const former = inventOwnership(random, identity, calendar, 0, undefined);
  const kept = random() < rates.OWNER_CHANGE_RENAMED_SHARE ? undefined : former.businessName;
  const present = inventOwnership(random, identity, calendar, 1, kept);
  // A buyer who keeps the name can draw the same legal form as the seller. In real files, however, a change
  // of owner always changes the licensee's name.
  const licenseeName =
    present.licenseeName === former.licenseeName ? `NEW ${present.licenseeName}` : present.licenseeName;
  return [former, { ...present, licenseeName }];
}

function inventOwnership(
  random: Random,
  identity: DemoIdentity,
  calendar: DemoCalendar,
  index: number,
  keptName: string | undefined,
): Ownership {
  const trailing = random() < rates.TRAILING_BLANK_SHARE ? ' ' : '';
  const businessName = (keptName ?? inventBusinessName(random, identity.rank)) + trailing;
  const renamed = random() < rates.RENAMED_SHARE;
  return {
    licenseId: identity.firstId + index,
    businessName,
    formerName: renamed ? inventBusinessName(random, identity.rank) : businessName,
    renamedDaysAgo: drawInt(random, calendar.oldestDaysAgo),
    licenseeName: inventLicenseeName(random, businessName.trim()),
  };
}

function licenseRows(
  random: Random,
  identity: DemoIdentity,
  timeline: Timeline,
  cases: readonly DemoCase[],
  [former, present]: readonly [Ownership, Ownership],
  calendar: DemoCalendar,
  request: VendorRequest,
): DemoLicense[] {
  const { district } = identity.county;
  const kind =
    request.freshDaysAgo === undefined
      ? drawStanding(random, district, timeline.opened, calendar)
      : 'current';
  const blank = random() < rates.BLANK_NAME_SHARE;
  const row: DemoLicense = {
    businessName: blank ? '' : present.businessName,
    licenseeName: present.licenseeName,
    ...standingOf(kind, district, calendar),
    lastInspection: newestVisit(cases),
  };
  const soldDaysAgo = timeline.ownerChange;
  if (soldDaysAgo === undefined || soldDaysAgo > rates.SUPERSEDED_ROW_DAYS) return [row];
  const superseded: DemoLicense = {
    businessName: former.businessName,
    licenseeName: former.licenseeName,
    ...standingOf('superseded', district, calendar),
    lastInspection: newestVisit(cases.filter(({ licenseId }) => licenseId === former.licenseId)),
  };
  return [superseded, { ...row, ...standingOf('current', district, calendar) }];
}

function applicationsOf(identity: DemoIdentity, timeline: Timeline): DemoApplication[] {
  const applications: DemoApplication[] = [];
  if (timeline.opened !== undefined) {
    applications.push({
      kind: 'new-license',
      applicationNumber: identity.firstId,
      approvedDaysAgo: timeline.opened,
    });
  }
  if (timeline.ownerChange !== undefined) {
    applications.push({
      kind: 'change-of-owner',
      applicationNumber: identity.firstId + 1,
      approvedDaysAgo: timeline.ownerChange,
    });
  }
  return applications;
}

/** Creates a timeline. `complaintRate` is the vendor's rate of complaints relative to the average. */
function inventTimeline(random: Random, calendar: DemoCalendar, complaintRate: number): Timeline {
  const days = calendar.oldestDaysAgo;
  const isNewcomer = random() < rates.NEWCOMER_SHARE;
  const opened = isNewcomer ? moveToWorkday(random, calendar, drawInt(random, days + 1), days) : undefined;
  const from = opened ?? days;
  const until = Math.ceil(from - drawExponential(random, rates.YEARS_UNTIL_DEPARTURE * DAYS_OF_YEAR));
  const departed = until > 0 ? until : undefined;
  // 62 of 100 vendors on file are newcomers, and only a newcomer can still be waiting for a first inspection.
  if (opened !== undefined && departed === undefined && random() < rates.NEVER_INSPECTED_SHARE / 0.62) {
    const waiting = drawInt(random, DAYS_WITHOUT_INSPECTION);
    return { opened: waiting, departed, ownerChange: undefined, inspections: [] };
  }
  const last = departed ?? 0;
  const ownerChange = drawOwnerChange(random, calendar, from - DAYS_BEFORE_SALE, last);
  const planned: PlannedInspection[] = [];
  if (opened !== undefined) planned.push({ daysAgo: opened, type: 'Food-Licensing Inspection' });
  if (ownerChange !== undefined && random() < rates.OWNER_CHANGE_INSPECTED_SHARE) {
    planned.push({ daysAgo: ownerChange, type: 'Food-Licensing Inspection' });
  }
  for (const daysAgo of routineDays(random, { opened, from, last }))
    planned.push({ daysAgo, type: 'Routine - Food' });
  const years = (from - last) / DAYS_OF_YEAR;
  for (
    let left = drawPoisson(random, rates.COMPLAINTS_PER_YEAR * years * complaintRate, 3);
    left > 0;
    left -= 1
  ) {
    planned.push({ daysAgo: last + drawInt(random, from - last + 1), type: 'Complaint Full' });
  }
  if (planned.length === 0)
    planned.push({ daysAgo: last + drawInt(random, from - last + 1), type: 'Routine - Food' });
  const inspections = planned
    .map(({ daysAgo, type }) => ({ daysAgo: moveToWorkday(random, calendar, daysAgo, from), type }))
    .sort((a, b) => b.daysAgo - a.daysAgo)
    .slice(-CASES_OF_VENDOR);
  return { opened, departed, ownerChange, inspections };
}

function drawOwnerChange(
  random: Random,
  calendar: DemoCalendar,
  from: number,
  last: number,
): number | undefined {
  const span = from - last;
  if (span <= 0) return undefined;
  // The share was counted among vendors that were on record for two fifths of the window on average.
  const share = (rates.OWNER_CHANGE_SHARE * span * 2.4) / calendar.oldestDaysAgo;
  return random() < share ? moveToWorkday(random, calendar, last + drawInt(random, span), from) : undefined;
}

function routineDays(
  random: Random,
  {
    opened,
    from,
    last,
  }: { readonly opened: number | undefined; readonly from: number; readonly last: number },
): number[] {
  const gaps = opened === undefined ? rates.ROUTINE_GAP_DAYS : rates.FIRST_ROUTINE_GAP_DAYS;
  const wait = drawQuantile(random, gaps);
  // When the window begins, an established vendor is somewhere between two routine inspections.
  let day = from - Math.round(opened === undefined ? wait * random() : wait);
  const days: number[] = [];
  while (day >= last) {
    days.push(day);
    day -= Math.max(1, Math.round(drawQuantile(random, rates.ROUTINE_GAP_DAYS)));
  }
  return days;
}

/**
 * Moves a day off the weekend. Most inspections that would fall on a weekend take place on an earlier
 * weekday.
 */
function moveToWorkday(random: Random, calendar: DemoCalendar, daysAgo: number, oldest: number): number {
  const back = daysSinceFriday(calendar, daysAgo);
  if (back === 0 || random() < rates.WEEKEND_KEPT_SHARE) return daysAgo;
  return Math.min(oldest, daysAgo + back + drawInt(random, 4));
}
