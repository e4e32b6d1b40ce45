import type { County } from '../../source/source.ts';

/**
 * The regulator's 67 county codes (not FIPS), and the seven districts into which its files are divided. A
 * license number begins with the code of the county where it was issued. The regulator's files still use
 * "Dade" for Miami-Dade. Source: the regulator's extracts; county 73 (Union) is inferred from its place in
 * the alphabetical series.
 */
export const COUNTIES: readonly County[] = [
  { code: '11', name: 'Alachua', district: 5 },
  { code: '12', name: 'Baker', district: 5 },
  { code: '13', name: 'Bay', district: 6 },
  { code: '14', name: 'Bradford', district: 5 },
  { code: '15', name: 'Brevard', district: 4 },
  { code: '16', name: 'Broward', district: 2 },
  { code: '17', name: 'Calhoun', district: 6 },
  { code: '18', name: 'Charlotte', district: 7 },
  { code: '19', name: 'Citrus', district: 3 },
  { code: '20', name: 'Clay', district: 5 },
  { code: '21', name: 'Collier', district: 7 },
  { code: '22', name: 'Columbia', district: 5 },
  { code: '23', name: 'Miami-Dade', district: 1 },
  { code: '24', name: 'DeSoto', district: 7 },
  { code: '25', name: 'Dixie', district: 5 },
  { code: '26', name: 'Duval', district: 5 },
  { code: '27', name: 'Escambia', district: 6 },
  { code: '28', name: 'Flagler', district: 5 },
  { code: '29', name: 'Franklin', district: 6 },
  { code: '30', name: 'Gadsden', district: 6 },
  { code: '31', name: 'Gilchrist', district: 5 },
  { code: '32', name: 'Glades', district: 7 },
  { code: '33', name: 'Gulf', district: 6 },
  { code: '34', name: 'Hamilton', district: 5 },
  { code: '35', name: 'Hardee', district: 7 },
  { code: '36', name: 'Hendry', district: 7 },
  { code: '37', name: 'Hernando', district: 3 },
  { code: '38', name: 'Highlands', district: 7 },
  { code: '39', name: 'Hillsborough', district: 3 },
  { code: '40', name: 'Holmes', district: 6 },
  { code: '41', name: 'Indian River', district: 4 },
  { code: '42', name: 'Jackson', district: 6 },
  { code: '43', name: 'Jefferson', district: 6 },
  { code: '44', name: 'Lafayette', district: 5 },
  { code: '45', name: 'Lake', district: 4 },
  { code: '46', name: 'Lee', district: 7 },
  { code: '47', name: 'Leon', district: 6 },
  { code: '48', name: 'Levy', district: 5 },
  { code: '49', name: 'Liberty', district: 6 },
  { code: '50', name: 'Madison', district: 6 },
  { code: '51', name: 'Manatee', district: 7 },
  { code: '52', name: 'Marion', district: 5 },
  { code: '53', name: 'Martin', district: 2 },
  { code: '54', name: 'Monroe', district: 1 },
  { code: '55', name: 'Nassau', district: 5 },
  { code: '56', name: 'Okaloosa', district: 6 },
  { code: '57', name: 'Okeechobee', district: 7 },
  { code: '58', name: 'Orange', district: 4 },
  { code: '59', name: 'Osceola', district: 4 },
  { code: '60', name: 'Palm Beach', district: 2 },
  { code: '61', name: 'Pasco', district: 3 },
  { code: '62', name: 'Pinellas', district: 3 },
  { code: '63', name: 'Polk', district: 3 },
  { code: '64', name: 'Putnam', district: 5 },
  { code: '65', name: 'St. Johns', district: 5 },
  { code: '66', name: 'St. Lucie', district: 4 },
  { code: '67', name: 'Santa Rosa', district: 6 },
  { code: '68', name: 'Sarasota', district: 7 },
  { code: '69', name: 'Seminole', district: 4 },
  { code: '70', name: 'Sumter', district: 3 },
  { code: '71', name: 'Suwannee', district: 5 },
  { code: '72', name: 'Taylor', district: 6 },
  { code: '73', name: 'Union', district: 5 },
  { code: '74', name: 'Volusia', district: 4 },
  { code: '75', name: 'Wakulla', district: 6 },
  { code: '76', name: 'Walton', district: 6 },
  { code: '77', name: 'Washington', district: 6 },
];

/** The districts into which the regulator's files are divided. */
export const DISTRICTS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

const BY_CODE = new Map(COUNTIES.map((county) => [county.code, county]));

/** Returns the county with this DBPR code, or undefined for an out-of-state code (7xx) or an unknown one. */
export function findCounty(code: string): County | undefined {
  return BY_CODE.get(code);
}

/** Returns the county in which a license was issued, based on the first two of its seven digits. */
export function countyOfNumber(digits: string): County | undefined {
  return findCounty(digits.slice(0, 2));
}

/**
 * Counties that are entirely in the Central time zone. Gulf County is not among them, because it is in two
 * zones. Source: 49 CFR 71.5(f).
 */
const CENTRAL = new Set([
  'Bay',
  'Calhoun',
  'Escambia',
  'Holmes',
  'Jackson',
  'Okaloosa',
  'Santa Rosa',
  'Walton',
  'Washington',
]);
const IN_TWO_ZONES = 'Gulf';

/** Returns a county's time zone, or undefined if the county is in two zones or its name is unknown. */
export function timeZoneOf(county: string): string | undefined {
  if (county === IN_TWO_ZONES || COUNTIES.every(({ name }) => name !== county)) return undefined;
  return CENTRAL.has(county) ? 'America/Chicago' : 'America/New_York';
}
