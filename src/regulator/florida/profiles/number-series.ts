import { isFictionalDigits } from '../vocabulary/fictional-numbers.ts';

/**
 * The numbers of food trucks and hot dog carts start at 5 or 6 after the county code. The regulator has not
 * yet issued any number above that series.
 */
const OF_TRUCKS = /^..[56]/;
const ISSUED = /^..[0-6]/;

/** Returns true if a license's digits belong to the number series of the other license type. */
export function hasNumberOfOtherType({
  licenseType,
  digits,
}: {
  readonly licenseType: string;
  readonly digits: string;
}): boolean {
  return (
    ISSUED.test(digits) && !isFictionalDigits(digits) && OF_TRUCKS.test(digits) !== (licenseType === '2014')
  );
}
