import type { Language } from '../../lib/language/language.ts';
import { type DistrictCover, describeCoverage, earliestReach } from '../../published-state/covers.ts';
import { DISTRICTS } from '../../published-state/messages.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Returns the citation line for statistics, which includes their sources. */
export function citationOf(
  {
    asOf,
    fictional,
    covers,
    inspected,
  }: {
    readonly asOf: string;
    readonly fictional: boolean;
    readonly covers: readonly DistrictCover[];
    /** The number of vendors that were inspected in the past 12 months, which the rates are based on. */
    readonly inspected?: number;
  },
  baseUrl: string,
  address = '/florida',
): string {
  const source = fictional
    ? 'fictional demo data; not to be cited as fact'
    : `computed from public records of the ${REGULATOR.office}`;
  const reach = earliestReach(covers);
  const records = reach === undefined ? '' : `, from records up to ${reach}`;
  const rates = inspected === undefined ? '' : `, ${inspected} of them inspected in the last 12 months`;
  return `Vendor Compliance Read API, ${baseUrl}${address}, as of ${asOf}${records}; ${describeCovers(covers)}${covers.length === 0 ? '' : rates}; ${source}.`;
}

/**
 * Describes coverage in a phrase such as "District 6 only, 788 vendors". The files do not show how many
 * vendors there are elsewhere.
 */
export function describeCovers(covers: readonly DistrictCover[], language: Language = 'en'): string {
  const districts = describeCoverage(covers, REGULATOR.districts.length, language);
  const count = covers.reduce((sum, cover) => sum + cover.vendors, 0);
  return covers.length === 0 ? districts : DISTRICTS[language].withVendors({ districts, count });
}
