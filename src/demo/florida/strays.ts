import { createRandom } from '../../lib/random.ts';
import { currentExpiry, type DemoCalendar } from './calendar.ts';
import type { DemoVendor } from './demo-vendor.ts';
import { inventBusinessName, inventLicenseeName } from './names.ts';
import { mainCounty } from './places.ts';
import { CATERER_TWIN_SHARE } from './rates.ts';
import { inventVendor } from './vendor.ts';

/** Serials from here on are reserved for strays; ordinary vendors stay below. */
export const FIRST_STRAY_SERIAL = 9_900;
const SEATS_OF_DISTRICT = 5;

/** Restaurants and vending machines of a district: the regulator's files are full of them, and the import must ignore them. */
export function inventStrays(seed: number, district: number, calendar: DemoCalendar): DemoVendor[] {
  const county = mainCounty(district);
  const seats = Array.from({ length: SEATS_OF_DISTRICT }, (_, index) => {
    return inventVendor({ seed, county, serial: FIRST_STRAY_SERIAL + index, rank: 'SEAT' }, calendar);
  });
  const serial = FIRST_STRAY_SERIAL + SEATS_OF_DISTRICT;
  return [...seats, inventVendor({ seed, county, serial, rank: 'VEND' }, calendar)];
}

/** The restaurant that some caterers share their seven digits with; undefined for the others. */
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
