import { drawFrom, drawInt, type Random } from '../../../lib/random.ts';
import { COUNTIES } from '../../../regulator/florida/vocabulary/counties.ts';
import type { County } from '../../../regulator/source/source.ts';
import type { DemoIdentity, DemoRank } from '../demo-vendor.ts';
import * as rates from '../rates.ts';
import { areaCodeOf, citiesOf } from './demo-places.ts';
import { STREETS } from './name-words.ts';

/** The lowest id of a demo record. The regulator's own ids are far lower. */
const FIRST_DEMO_ID = 900_000_000;
/** The third digit of every demo license number. In the regulator's numbers, that digit is 0, 1, 5, or 6. */
const DEMO_SERIES = '9';
/** The number of ids that each case has in each number series. */
export const IDS_OF_CASE = 10;
/** The maximum number of cases per vendor, which its ids limit. */
export const CASES_OF_VENDOR = 10;
const FIRST_COUNTY_CODE = 11;
const SERIALS_OF_COUNTY = 10_000;
const REGIONS = 26;
const HOUSES_OF_STREET = 90;
/** The number of commissaries in a county. As in reality, the first one has the most vendors. */
const COMMISSARIES_OF_COUNTY = 40;

/** The seven digits of a license number, and a key that determines the vendor's ids and random seed. */
export interface DemoNumber {
  readonly digits: string;
  readonly key: number;
}

export function numberOfCounty(countyCode: string, serial: number): DemoNumber {
  return {
    digits: countyCode + DEMO_SERIES + String(serial).padStart(4, '0'),
    key: (Number(countyCode) - FIRST_COUNTY_CODE) * SERIALS_OF_COUNTY + serial,
  };
}

export function inventIdentity(
  random: Random,
  rank: DemoRank,
  issued: County,
  number: DemoNumber,
): DemoIdentity {
  const county = drawCounty(random, rank, issued);
  const cities = citiesOf(county);
  const shared = random() < rates.COMMISSARY_SHARE;
  const commissary = Math.floor(COMMISSARIES_OF_COUNTY * random() ** 3);
  const cityIndex = shared ? commissary % cities.length : drawInt(random, cities.length);
  const house = 100 + 10 * drawInt(random, HOUSES_OF_STREET);
  return {
    rank,
    digits: number.digits,
    firstId: FIRST_DEMO_ID + number.key * CASES_OF_VENDOR * IDS_OF_CASE,
    county,
    city: cities[cityIndex] ?? drawFrom(random, cities),
    zip: `3${county.code}0${cityIndex + 1}`,
    address: shared ? `${1000 + 25 * commissary} COMMISSARY LN` : `${house} ${drawFrom(random, STREETS)}`,
    phone: `(${areaCodeOf(county)})555-01${String(drawInt(random, 100)).padStart(2, '0')}`,
    region: String(1 + drawInt(random, REGIONS)).padStart(2, '0'),
    riskLevel: drawRiskLevel(random, rank),
  };
}

function drawCounty(random: Random, rank: DemoRank, issued: County): County {
  if (rank === 'CATR' || random() >= rates.MOVED_COUNTY_SHARE) return issued;
  const neighbors = COUNTIES.filter(
    ({ district, code }) => district === issued.district && code !== issued.code,
  );
  return drawFrom(random, neighbors);
}

function drawRiskLevel(random: Random, rank: DemoRank): string {
  const luck = random();
  if (rank === 'CATR' && luck > 1 - rates.CATERER_HSP_SHARE) return 'Risk Level 3 - HSP';
  return luck < rates.RISK_LEVEL_1_SHARE ? 'Risk Level 1' : 'Risk Level 2';
}
