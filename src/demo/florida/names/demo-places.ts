import { COUNTIES } from '../../../regulator/florida/vocabulary/counties.ts';
import type { County } from '../../../regulator/source/source.ts';

/**
 * A county's population in thousands (rounded, about 2023), which gives populous counties more vendors, and a
 * few of its cities.
 */
interface Place {
  readonly thousands: number;
  readonly cities: readonly string[];
}

const PLACES: Readonly<Record<string, Place>> = {
  '11': { thousands: 285, cities: ['GAINESVILLE', 'ALACHUA', 'NEWBERRY'] },
  '12': { thousands: 28, cities: ['MACCLENNY'] },
  '13': { thousands: 190, cities: ['PANAMA CITY', 'PANAMA CITY BEACH', 'LYNN HAVEN'] },
  '14': { thousands: 28, cities: ['STARKE'] },
  '15': { thousands: 643, cities: ['MELBOURNE', 'PALM BAY', 'TITUSVILLE', 'COCOA'] },
  '16': {
    thousands: 1963,
    cities: ['FORT LAUDERDALE', 'HOLLYWOOD', 'POMPANO BEACH', 'DAVIE', 'CORAL SPRINGS'],
  },
  '17': { thousands: 14, cities: ['BLOUNTSTOWN'] },
  '18': { thousands: 206, cities: ['PORT CHARLOTTE', 'PUNTA GORDA'] },
  '19': { thousands: 166, cities: ['INVERNESS', 'CRYSTAL RIVER'] },
  '20': { thousands: 232, cities: ['ORANGE PARK', 'GREEN COVE SPRINGS'] },
  '21': { thousands: 404, cities: ['NAPLES', 'IMMOKALEE', 'MARCO ISLAND'] },
  '22': { thousands: 73, cities: ['LAKE CITY'] },
  '23': { thousands: 2687, cities: ['MIAMI', 'HIALEAH', 'HOMESTEAD', 'DORAL', 'MIAMI GARDENS'] },
  '24': { thousands: 36, cities: ['ARCADIA'] },
  '25': { thousands: 17, cities: ['CROSS CITY'] },
  '26': { thousands: 1031, cities: ['JACKSONVILLE', 'JACKSONVILLE BEACH', 'ATLANTIC BEACH'] },
  '27': { thousands: 329, cities: ['PENSACOLA', 'CANTONMENT', 'CENTURY'] },
  '28': { thousands: 131, cities: ['PALM COAST', 'BUNNELL'] },
  '29': { thousands: 13, cities: ['APALACHICOLA', 'CARRABELLE'] },
  '30': { thousands: 44, cities: ['QUINCY', 'HAVANA'] },
  '31': { thousands: 19, cities: ['TRENTON'] },
  '32': { thousands: 13, cities: ['MOORE HAVEN'] },
  '33': { thousands: 16, cities: ['PORT ST JOE'] },
  '34': { thousands: 14, cities: ['JASPER'] },
  '35': { thousands: 26, cities: ['WAUCHULA'] },
  '36': { thousands: 43, cities: ['LABELLE', 'CLEWISTON'] },
  '37': { thousands: 212, cities: ['BROOKSVILLE', 'SPRING HILL'] },
  '38': { thousands: 107, cities: ['SEBRING', 'AVON PARK'] },
  '39': { thousands: 1536, cities: ['TAMPA', 'BRANDON', 'PLANT CITY', 'RIVERVIEW'] },
  '40': { thousands: 20, cities: ['BONIFAY'] },
  '41': { thousands: 170, cities: ['VERO BEACH', 'SEBASTIAN'] },
  '42': { thousands: 48, cities: ['MARIANNA'] },
  '43': { thousands: 15, cities: ['MONTICELLO'] },
  '44': { thousands: 8, cities: ['MAYO'] },
  '45': { thousands: 424, cities: ['CLERMONT', 'LEESBURG', 'MOUNT DORA'] },
  '46': { thousands: 834, cities: ['FORT MYERS', 'CAPE CORAL', 'LEHIGH ACRES', 'BONITA SPRINGS'] },
  '47': { thousands: 297, cities: ['TALLAHASSEE'] },
  '48': { thousands: 46, cities: ['CHIEFLAND', 'WILLISTON'] },
  '49': { thousands: 8, cities: ['BRISTOL'] },
  '50': { thousands: 18, cities: ['MADISON'] },
  '51': { thousands: 442, cities: ['BRADENTON', 'PALMETTO', 'ELLENTON'] },
  '52': { thousands: 409, cities: ['OCALA', 'BELLEVIEW', 'DUNNELLON'] },
  '53': { thousands: 163, cities: ['STUART', 'PALM CITY'] },
  '54': { thousands: 81, cities: ['KEY WEST', 'MARATHON', 'KEY LARGO'] },
  '55': { thousands: 101, cities: ['FERNANDINA BEACH', 'YULEE'] },
  '56': { thousands: 218, cities: ['FORT WALTON BEACH', 'DESTIN', 'CRESTVIEW', 'NICEVILLE'] },
  '57': { thousands: 41, cities: ['OKEECHOBEE'] },
  '58': { thousands: 1471, cities: ['ORLANDO', 'APOPKA', 'WINTER GARDEN', 'WINTER PARK', 'OCOEE'] },
  '59': { thousands: 437, cities: ['KISSIMMEE', 'ST CLOUD'] },
  '60': { thousands: 1533, cities: ['WEST PALM BEACH', 'BOCA RATON', 'DELRAY BEACH', 'LAKE WORTH BEACH'] },
  '61': { thousands: 633, cities: ['NEW PORT RICHEY', 'WESLEY CHAPEL', 'DADE CITY'] },
  '62': { thousands: 961, cities: ['ST PETERSBURG', 'CLEARWATER', 'LARGO', 'DUNEDIN'] },
  '63': { thousands: 818, cities: ['LAKELAND', 'WINTER HAVEN', 'HAINES CITY', 'BARTOW'] },
  '64': { thousands: 75, cities: ['PALATKA'] },
  '65': { thousands: 320, cities: ['ST AUGUSTINE', 'PONTE VEDRA BEACH'] },
  '66': { thousands: 374, cities: ['PORT ST LUCIE', 'FORT PIERCE'] },
  '67': { thousands: 203, cities: ['MILTON', 'GULF BREEZE', 'NAVARRE'] },
  '68': { thousands: 470, cities: ['SARASOTA', 'VENICE', 'NORTH PORT'] },
  '69': { thousands: 484, cities: ['SANFORD', 'ALTAMONTE SPRINGS', 'OVIEDO'] },
  '70': { thousands: 152, cities: ['WILDWOOD', 'BUSHNELL'] },
  '71': { thousands: 45, cities: ['LIVE OAK'] },
  '72': { thousands: 21, cities: ['PERRY'] },
  '73': { thousands: 16, cities: ['LAKE BUTLER'] },
  '74': { thousands: 590, cities: ['DAYTONA BEACH', 'DELAND', 'NEW SMYRNA BEACH', 'ORMOND BEACH'] },
  '75': { thousands: 36, cities: ['CRAWFORDVILLE'] },
  '76': { thousands: 86, cities: ['DEFUNIAK SPRINGS', 'SANTA ROSA BEACH'] },
  '77': { thousands: 26, cities: ['CHIPLEY'] },
};

const AREA_CODES = ['305', '954', '813', '407', '904', '850', '239'];

/** A county and the number of demo vendors licensed there. */
export interface CountyPlan {
  readonly county: County;
  readonly vendors: number;
}

/** Distributes exactly `vendors` vendors over the counties by population, with at least one in each. */
export function planCounties(vendors: number, counties: readonly County[] = COUNTIES): CountyPlan[] {
  const people = counties.reduce((sum, county) => sum + placeOf(county).thousands, 0);
  const spread = vendors - counties.length;
  let peopleSoFar = 0;
  return counties.map((county) => {
    const before = Math.floor((spread * peopleSoFar) / people);
    peopleSoFar += placeOf(county).thousands;
    return { county, vendors: 1 + Math.floor((spread * peopleSoFar) / people) - before };
  });
}

/**
 * Does the same, but no county gets more than `most`: the rest of the populous ones goes to the others.
 * @throws RangeError if all counties together do not have enough
 */
export function planCountiesUpTo(vendors: number, most: number): CountyPlan[] {
  const plan = planCounties(vendors).map((each) => ({ ...each, vendors: Math.min(each.vendors, most) }));
  let left = vendors - plan.reduce((sum, each) => sum + each.vendors, 0);
  for (const each of plan) {
    const more = Math.min(left, most - each.vendors);
    each.vendors += more;
    left -= more;
  }
  if (left > 0) throw new RangeError(`no license numbers for ${vendors} vendors`);
  return plan;
}

export function citiesOf(county: County): readonly string[] {
  return placeOf(county).cities;
}

export function areaCodeOf(county: County): string {
  return AREA_CODES[county.district - 1] ?? '555';
}

/** Returns the most populous county of the district. */
export function mainCounty(district: number): County {
  const [first, ...rest] = COUNTIES.filter((county) => county.district === district);
  if (first === undefined) throw new RangeError(`no district ${district}`);
  return rest.reduce((best, one) => (placeOf(one).thousands > placeOf(best).thousands ? one : best), first);
}

function placeOf(county: County): Place {
  const place = PLACES[county.code];
  if (place === undefined) throw new RangeError(`no place data for county ${county.code}`);
  return place;
}
