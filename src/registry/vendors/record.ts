import type { IsoDate } from '../../lib/dates.ts';
import { foldForSearch } from '../../lib/text.ts';
import type { FactClosure, FactLicense, FactVisit, VendorFacts } from '../intake/facts.ts';
import { formatLicenseNumber, licenseKind } from '../licenses/number.ts';
import { isConfirmed } from '../licenses/status.ts';
import { type Case, toCases, type Visit } from '../scoring/cases.ts';
import { type Ownership, splitByOwner } from '../scoring/ownership.ts';
import { recommendationOf, riskTierOf, standingOf } from '../scoring/recommendation.ts';
import { SCORE_RULES } from '../scoring/rules.ts';
import { scoreCases } from '../scoring/score.ts';
import { compareVisits, newestVisit } from '../scoring/visit-order.ts';
import { type LicenseType, REGULATOR } from '../sources/regulator.ts';
import { type Concerns, concernsOf } from './concerns.ts';
import { cuisineOf } from './cuisine.ts';
import { holdOf } from './hold.ts';
import { narrativeOf, trendOf } from './narrative.ts';
import { rollupOf } from './rollup.ts';
import type { Identity, Inspection, License, Scorecard } from './schemas.ts';
import { vendorId } from './vendor-id.ts';
import { toViolations } from './violations.ts';

export interface RecordContext {
  readonly asOf: IsoDate;
  readonly dataAsOf: IsoDate;
  readonly fictional: boolean;
}

export interface VendorRecord {
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly scorecard: Scorecard;
  readonly cases: readonly Case[];
  readonly priorCases: readonly Case[];
  readonly concerns: Concerns;
  readonly hasMinimumRecord: boolean;
}

const DISCLAIMER =
  `Independent reading of public records; not a rating by the ${REGULATOR.name}, which grades nobody. ` +
  'Each inspection is a snapshot of one day. Grade, score and recommendation are ours.';

/** The one record of a vendor as of a day; undefined when nothing was known of it by then. */
export function buildRecord(input: VendorFacts, context: RecordContext): VendorRecord | undefined {
  const seen = input.visits.filter(({ visitedOn }) => visitedOn <= context.asOf);
  if (!input.license && seen.length === 0) return undefined;
  const owners = splitByOwner(
    toCases(seen),
    input.ownershipChanges.filter((approvedOn) => approvedOn <= context.asOf),
  );
  const identity = identify(input, seen, owners, context.asOf);
  const closures = closuresOf(input, identity, owners);
  const hold = holdOf(owners.current.flatMap(visitsOf), closures, context.asOf);
  const score = scoreCases(owners.current, context.asOf);
  const standing = standingOf({
    hold: hold.active,
    confirmed: identity.license.confirmed,
    grade: score.scored ? score.grade : undefined,
  });
  const tier = riskTierOf(standing);
  const rollup = rollupOf(owners.current, context.asOf);
  const trend = trendOf(owners.current);
  const scorecard: Scorecard = {
    ...identity,
    grade: standing.grade,
    grade_status: standing.status,
    service_score: score.scored ? score.value : null,
    score_version: SCORE_RULES.version,
    risk_tier: tier,
    recommendation: recommendationOf(tier),
    hold,
    rollup_12m: rollup,
    last_disposition: lastDisposition(owners.current),
    inspections: toInspections(seen, owners, context.asOf),
    trend,
    narrative: narrativeOf({
      name: identity.name,
      standing,
      cases: owners.current,
      priorCases: owners.prior.length,
      rollup,
      trend,
      asOf: context.asOf,
    }),
    disclaimer: context.fictional
      ? `Fictional demo data: no such business exists. ${DISCLAIMER}`
      : DISCLAIMER,
    fictional: context.fictional,
    as_of: context.asOf,
    data_as_of: context.dataAsOf,
  };
  return {
    licenseType: input.licenseType,
    digits: input.digits,
    scorecard,
    concerns: concernsOf(owners.current, seen, closures, context.asOf),
    hasMinimumRecord: score.scored,
    cases: owners.current,
    priorCases: owners.prior,
  };
}

type RecordIdentity = Omit<Identity, 'page_url'>;

function identify(
  { licenseType, digits, license }: VendorFacts,
  seen: readonly FactVisit[],
  owners: Ownership,
  asOf: IsoDate,
): RecordIdentity {
  const newest = newestVisit(seen);
  const current = new Set(owners.current.flatMap(visitsOf).map(({ visitId }) => visitId));
  const own = seen.filter(({ visitId }) => current.has(visitId));
  const fromLicense = license?.businessName || license?.licenseeName;
  const name = (license?.onFile && fromLicense) || newest?.businessName || fromLicense || digits;
  const place = license?.onFile || !newest ? license : newest;
  return {
    id: vendorId(licenseType, digits),
    name,
    aka: formerName(name, own, fromLicense),
    license: describeLicense(licenseType, digits, license, asOf),
    cuisine: isHotDogCart(license) ? 'Hot dogs' : cuisineOf(foldForSearch(name)),
    location: {
      city: place?.city || null,
      county: REGULATOR.findCounty(place?.countyCode ?? '')?.name ?? null,
      zip: place?.zip || null,
      district: license?.fileDistrict || newest?.district || null,
    },
  };
}

function isHotDogCart(license: FactLicense | undefined): boolean {
  return REGULATOR.licenses.findRank(license?.rank ?? '')?.kind === 'hot_dog_cart';
}

/** The last other name under the same owner; spellings that differ in punctuation alone are one name. */
function formerName(name: string, own: readonly FactVisit[], licenseName: string | undefined): string | null {
  const current = compact(name);
  const names = [...[...own].sort(newestFirst).map(({ businessName }) => businessName), licenseName ?? ''];
  return names.find((other) => other !== '' && other !== name && compact(other) !== current) ?? null;
}

function describeLicense(
  licenseType: LicenseType,
  digits: string,
  license: FactLicense | undefined,
  asOf: IsoDate,
): License {
  const status = license?.onFile
    ? REGULATOR.licenses.statusOf(license.primaryStatus, license.secondaryStatus)
    : 'not_on_file';
  const expiresOn = license?.expiresOn ?? null;
  return {
    number: formatLicenseNumber(license?.rank, digits),
    type: licenseKind(licenseType, license?.rank),
    status,
    expires_on: expiresOn,
    confirmed: isConfirmed(status, expiresOn, asOf),
  };
}

/**
 * The closure reports that are about this vendor's current owner. They name a license by digits: where those may be
 * another license's too, as a caterer's may be a restaurant's, the name must agree.
 */
function closuresOf(input: VendorFacts, identity: RecordIdentity, owners: Ownership): FactClosure[] {
  const priorEnd = newestVisit(owners.prior.flatMap(visitsOf))?.visitedOn ?? '';
  const names = [identity.name, identity.aka ?? ''].map(compact);
  const isAlone = REGULATOR.licenses.hasDigitsOfItsOwn(input.licenseType);
  return input.closures.filter(
    ({ closedOn, businessName }) =>
      closedOn > priorEnd && (isAlone || (businessName !== '' && names.includes(compact(businessName)))),
  );
}

function lastDisposition(cases: readonly Case[]): Scorecard['last_disposition'] {
  const last = newestVisit(cases.flatMap(visitsOf));
  if (!last) return null;
  return {
    text: last.disposition,
    date: last.visitedOn,
    result: REGULATOR.dispositionOf(last.disposition).result,
  };
}

function toInspections(seen: readonly FactVisit[], owners: Ownership, asOf: IsoDate): Inspection[] {
  const prior = new Set(owners.prior.map(({ caseId }) => caseId));
  return [...seen].sort(newestFirst).map((visit) => ({
    visit_id: visit.visitId,
    case_id: visit.caseId,
    visit_number: visit.visitNumber,
    date: visit.visitedOn,
    type: visit.inspectionType,
    disposition: visit.disposition,
    result: REGULATOR.dispositionOf(visit.disposition).result,
    counts: {
      total: visit.total,
      high_priority: visit.highPriority,
      intermediate: visit.intermediate,
      basic: visit.basic,
    },
    violations: toViolations(visit, asOf),
    prior_owner: prior.has(visit.caseId),
  }));
}

function newestFirst(a: Visit, b: Visit): number {
  return compareVisits(b, a);
}

function visitsOf({ visits }: Case): readonly Visit[] {
  return visits;
}

function compact(name: string): string {
  return foldForSearch(name).replaceAll(' ', '');
}
