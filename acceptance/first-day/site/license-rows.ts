import { COMPLAINT, EMERGENCY, EMERGENCY_COMPLIED } from '../../../src/demo/florida/visit-chains.ts';
import { createRandom, drawInt } from '../../../src/lib/random.ts';
import type { IsoDate } from '../../../src/lib/time/dates.ts';
import {
  type ApplicationFields,
  applicationRow,
  type LicenseFields,
  licenseRow,
} from '../../../test/support/regulator-files.ts';
import { factsOf, isListed, type License, RANKS, type Register, standingOn } from './register.ts';
import { casesOf, lastVisitOf } from './visits.ts';

/** Rows for licenses, applications, closures and fines in the invented register. */

/**
 * The license file shows last inspections from this year onward, although the inspection files do not go back
 * that far.
 */
const FIRST_YEAR_OF_VISITS = 2023;

/** Returns a license's row in the edition that shows the state at the end of a day. */
export function licenseFieldsOf(register: Register, license: License, day: IsoDate): LicenseFields {
  const facts = factsOf(register, license);
  const { type, letters } = RANKS[license.rank];
  const { county } = license;
  const random = createRandom(register.seed + 3, license.key);
  const phone = `${300 + county.district * 50}.555.${String(drawInt(random, 10_000)).padStart(4, '0')}`;
  const { primaryStatus, secondaryStatus, expiryDate } = standingOn(register, license, day);
  return licenseRow({
    licenseType: type,
    rank: license.rank,
    licenseNumber: letters + license.digits,
    licenseeName: facts.licenseeName,
    businessName: facts.businessName,
    mailingName: facts.licenseeName,
    mailingStreet: facts.street,
    mailingLine2: '',
    mailingCity: facts.city,
    mailingZip: facts.zip,
    mailingCounty: county.code,
    primaryPhone: phone,
    secondaryPhone: phone,
    street: facts.street,
    city: facts.city,
    zip: facts.zip,
    countyCode: county.code,
    countyName: county.name === 'Miami-Dade' ? 'Dade' : county.name,
    district: String(county.district),
    region: '08',
    seats: facts.seats,
    riskLevel: license.rank === 'TEMP' || license.rank === 'VEND' ? '' : facts.riskLevel,
    primaryStatus,
    secondaryStatus,
    expiresOn: expiryDate,
    lastInspectedOn: lastVisitOf(register, license, FIRST_YEAR_OF_VISITS, day) ?? '',
  });
}

/**
 * Lists the applications that were approved since the first day of the fiscal year, for both application
 * files.
 */
export function applicationsOf(
  register: Register,
  { since, day }: { readonly since: IsoDate; readonly day: IsoDate },
): { readonly issued: ApplicationFields[]; readonly sold: ApplicationFields[] } {
  const [issued, sold]: [ApplicationFields[], ApplicationFields[]] = [[], []];
  for (const license of [...register.districts.values()].flat()) {
    if (!isListed(license, day)) continue;
    const isNew = license.issuedOn >= since && license.rank !== 'TEMP';
    const isSold = license.issuedOn < since && license.enteredOn >= since && license.enteredOn <= day;
    if (!isNew && !isSold) continue;
    const application = applicationRow({
      ...licenseFieldsOf(register, license, day),
      district: `D${license.county.district}`,
      applicationNumber: String(700_000 + license.key),
      ...(isNew
        ? { applicationType: TYPES_OF_APPLICATION[license.rank] ?? 'Issue Initial License' }
        : { applicationType: 'Approve Change Owner Request' }),
      approvedOn: isNew ? license.issuedOn : license.enteredOn,
    });
    (isNew ? issued : sold).push(application);
  }
  return { issued, sold };
}

const TYPES_OF_APPLICATION: Readonly<Record<string, string>> = {
  MFDV: 'Plan Review and Initial (COMBO MFDV)',
  HTDG: 'Plan Review and Initial (COMBO Hot Dog)',
  SEAT: 'Plan Review and Initial (COMBO SEAT)',
  NOST: 'Issue Initial License(NOST)',
};

export interface Closure {
  readonly license: License;
  readonly closedOn: IsoDate;
  /** Undefined if the business is still closed. */
  readonly reopenedOn: IsoDate | undefined;
  readonly condition: string;
}

const CONDITIONS = ['Roach activity', 'Rodent activity', 'Sewage', 'No potable water', 'No power', 'Fire'];

/** Lists every emergency order from `since` to `day`, oldest first, and the complaints that lead to fines. */
export function listOrders(
  register: Register,
  { since, day }: { readonly since: IsoDate; readonly day: IsoDate },
): { readonly closures: Closure[]; readonly complaints: Closure[] } {
  const [closures, complaints]: [Closure[], Closure[]] = [[], []];
  const years = Array.from(
    { length: Number(day.slice(0, 4)) - Number(since.slice(0, 4)) + 2 },
    (_, index) => Number(since.slice(0, 4)) - 1 + index,
  );
  for (const license of [...register.districts.values()].flat()) {
    for (const { visits, caseId } of years.flatMap((year) => casesOf(register, license, year, day))) {
      const ordered = visits.find(({ disposition }) => disposition === EMERGENCY);
      const complained = visits.find(({ disposition }) => disposition === COMPLAINT);
      const reopenedOn = visits.find(({ disposition }) => disposition === EMERGENCY_COMPLIED)?.visitedOn;
      const condition = CONDITIONS[caseId % CONDITIONS.length] ?? 'Sewage';
      const order = (closedOn: IsoDate) => ({ license, closedOn, reopenedOn, condition });
      if (ordered && ordered.visitedOn >= since) closures.push(order(ordered.visitedOn));
      if (complained && complained.visitedOn >= since) complaints.push(order(complained.visitedOn));
    }
  }
  closures.sort((a, b) => (a.closedOn < b.closedOn ? -1 : 1));
  return { closures, complaints };
}
