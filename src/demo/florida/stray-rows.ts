import { createRandom } from '../../lib/random.ts';
import { currentExpiry, type DemoCalendar } from './demo-calendar.ts';
import type { DemoRank, DemoVendor } from './demo-vendor.ts';
import { inventVendor } from './invent-vendor.ts';
import { mainCounty } from './names/demo-places.ts';
import { numberOfCounty } from './names/identity.ts';
import { inventBusinessName, inventLicenseeName } from './names/invent-names.ts';
import { CATERER_TWIN_SHARE } from './rates.ts';

/** The first serial number for unrelated licenses. Ordinary vendors use lower ones. */
export const FIRST_STRAY_SERIAL = 9_900;
const SEATS_OF_DISTRICT = 5;

/**
 * Creates the restaurants and vending machines in a district. The regulator's files are full of them, and the
 * import must ignore them.
 */
export function inventStrays(seed: number, district: number, calendar: DemoCalendar): DemoVendor[] {
  const county = mainCounty(district);
  const stray = (index: number, rank: DemoRank) => {
    const number = numberOfCounty(county.code, FIRST_STRAY_SERIAL + index);
    return inventVendor({ seed, county, number, rank }, calendar);
  };
  const seats = Array.from({ length: SEATS_OF_DISTRICT }, (_, index) => stray(index, 'SEAT'));
  return [...seats, stray(SEATS_OF_DISTRICT, 'VEND')];
}

/**
 * Creates the restaurant that has the same seven digits as a caterer; undefined if the caterer does not have
 * one.
 */
export function inventTwin(
  caterer: DemoVendor,
  seed: number,
  calendar: DemoCalendar,
): DemoVendor | undefined {
  const random = createRandom(seed, -caterer.firstId);
  if (random() >= CATERER_TWIN_SHARE) return undefined;
  const businessName = inventBusinessName(random, 'SEAT');
  const license = {
    businessName,
    licenseeName: inventLicenseeName(random, businessName),
    primaryStatus: '20',
    secondaryStatus: '20',
    expiryDate: currentExpiry(caterer.county.district, calendar.today),
    lastInspection: undefined,
  };
  return { ...caterer, rank: 'SEAT', cases: [], licenses: [license], applications: [] };
}
