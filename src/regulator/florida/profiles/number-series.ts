import { isFictionalDigits } from '../vocabulary/fictional-numbers.ts';

/**
 * Food trucks and hot dog carts have their own series. The regulator has not yet issued numbers in the series
 * above it.
 */
const OF_TRUCKS = /^..[56]/;
const ISSUED = /^..[0-6]/;

/** Returns true if the digits of a license belong to the series of the other license type. */
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
