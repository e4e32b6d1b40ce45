import { createRandom, drawInt, type Random } from '../../lib/random.ts';
import type { County } from '../../regulator/source/source.ts';
import type { DemoCalendar } from './demo-calendar.ts';
import { drawQuality, inventVisits } from './demo-inspections.ts';
import { drawStanding, standingOf } from './demo-standing.ts';
import {
  type DemoApplication,
  type DemoCase,
  type DemoIdentity,
  type DemoLicense,
  type DemoRank,
  type DemoVendor,
  newestVisit,
} from './demo-vendor.ts';
import { type DemoNumber, IDS_OF_CASE, inventIdentity } from './names/identity.ts';
import { inventBusinessName, inventLicenseeName } from './names/invent-names.ts';
import * as rates from './rates.ts';
import { inventTimeline, type Timeline } from './timeline.ts';

/** One ownership of a license: its License ID and its names, valid from `fromDaysAgo`. */
interface Ownership {
  readonly licenseId: number;
  readonly businessName: string;
  /** The name until `renamedDaysAgo`. */
  readonly formerName: string;
  readonly renamedDaysAgo: number;
  readonly licenseeName: string;
}

/** `freshDaysAgo` keeps the license valid and adds a routine inspection on that day. */
interface VendorRequest {
  readonly seed: number;
  readonly county: County;
  readonly number: DemoNumber;
  readonly rank?: DemoRank;
  readonly freshDaysAgo?: number;
}

/**
 * Creates the complete history of one invented vendor, which depends only on the request and the calendar.
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
  // A buyer who keeps the name may draw the seller's legal form; in real files the license never changes
  // hands under one name.
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
