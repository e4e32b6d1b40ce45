import type { DistrictCover } from '../../published-state/covers.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/**
 * Returns whether a number that no file names should be in a license file that was read, the file of the
 * district that issued it. For a number without a known district, any license file counts.
 */
export function isLicenseFileRead(digits: string, covers: readonly DistrictCover[]): boolean {
  const district = REGULATOR.findCounty(digits.slice(0, 2))?.district;
  return covers.some(
    (cover) => cover.licenses_to !== null && (district === undefined || cover.district === district),
  );
}
