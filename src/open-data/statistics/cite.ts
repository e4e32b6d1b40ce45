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
  const scope = `${describeCovers(covers)}${covers.length === 0 ? '' : inspectedText(inspected)}`;
  return lineOf({ asOf, fictional, reach: earliestReach(covers), scope }, `${baseUrl}${address}`);
}

/** Returns the citation line for one county's numbers. It names the files that are missing for the county. */
export function countyCitationOf(
  {
    asOf,
    fictional,
    county: { name, district, cover, vendors, inspected },
  }: {
    readonly asOf: string;
    readonly fictional: boolean;
    readonly county: {
      readonly name: string;
      readonly district: number;
      /** Undefined if no file of the county's district was read. */
      readonly cover: DistrictCover | undefined;
      /** Undefined if no vendor in the county is on record. */
      readonly vendors: number | undefined;
      /** Null if no file covers any of the past 12 months. */
      readonly inspected: number | null;
    };
  },
  url: string,
): string {
  const count = vendors ?? (cover ? 0 : undefined);
  const vendorsText =
    count === undefined ? '' : `, ${count.toLocaleString('en-US')} ${count === 1 ? 'vendor' : 'vendors'}`;
  const rates = count ? inspectedText(inspected ?? undefined) : '';
  const missing = missingFiles(cover);
  const gap = missing === '' ? '' : `; no ${missing} of District ${district} read`;
  const scope = `${name} County${vendorsText}${rates}${gap}`;
  return lineOf({ asOf, fictional, reach: cover?.reach_to, scope }, url);
}

function lineOf(
  {
    asOf,
    fictional,
    reach,
    scope,
  }: {
    readonly asOf: string;
    readonly fictional: boolean;
    readonly reach: string | undefined;
    readonly scope: string;
  },
  url: string,
): string {
  const source = fictional
    ? 'fictional demo data; not to be cited as fact'
    : `computed from public records of the ${REGULATOR.office}`;
  const records = reach === undefined ? '' : `, from records up to ${reach}`;
  return `Vendor Compliance Read API, ${url}, as of ${asOf}${records}; ${scope}; ${source}.`;
}

function inspectedText(inspected: number | undefined): string {
  return inspected === undefined
    ? ''
    : `, ${inspected.toLocaleString('en-US')} of them inspected in the last 12 months`;
}

function missingFiles(cover: DistrictCover | undefined): string {
  if (!cover) return 'file';
  if (cover.licenses_to === null) return 'license file';
  return cover.inspections_from === null ? 'inspection file' : '';
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
