import { narrativeOf, trendOf } from '../../judgment/narrative/narrative.ts';
import { type Concerns, concernsOf } from '../../judgment/policy/concerns.ts';
import { finalOrdersOf } from '../../judgment/policy/final-orders.ts';
import { holdOf } from '../../judgment/policy/hold.ts';
import { verdictOn } from '../../judgment/policy/policy.ts';
import { type Case, toCases, type Visit } from '../../judgment/score/cases.ts';
import {
  recommendationOf,
  riskTierOf,
  standingOf,
  type Verdict,
} from '../../judgment/score/recommendation.ts';
import { SCORE_RULES } from '../../judgment/score/rules.ts';
import { scoreCases } from '../../judgment/score/score.ts';
import { compareVisits, newestVisit } from '../../judgment/score/visit-order.ts';
import { type Attribution, attributeCases } from '../../judgment/scorecard/attribution.ts';
import { disclaimerOf } from '../../judgment/scorecard/disclaimer.ts';
import { rollupOf } from '../../judgment/scorecard/rollup.ts';
import type { Identity, Inspection, License, Scorecard } from '../../judgment/scorecard/schemas.ts';
import { describeUncertain } from '../../judgment/scorecard/uncertain-record.ts';
import { toViolations } from '../../judgment/scorecard/violations.ts';
import { worstEvent } from '../../judgment/scorecard/worst-event.ts';
import { memoize } from '../../lib/cache/memoize.ts';
import { foldForSearch } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { coversAnyOfYear, type DistrictCover, loadingBefore } from '../../published-state/covers.ts';
import { isTooOld, type RecordsOld, recordsOld } from '../../published-state/records-age.ts';
import { formatLicenseNumber, licenseKind } from '../../regulator/licenses/number.ts';
import { decidingExpiry, isConfirmed } from '../../regulator/licenses/status.ts';
import { type LicenseType, REGULATOR } from '../../regulator/source/regulator.ts';
import type {
  FactClosure,
  FactLicense,
  FactVisit,
  VendorFacts,
} from '../../regulator/source/vendor-facts.ts';
import { cuisineOf } from './cuisine.ts';
import { vendorId } from './vendor-id.ts';

export interface RecordContext {
  /** Districts with a license file in use. A license can be missing only from a file that exists. */
  readonly licenseDistricts: ReadonlySet<number>;
  /** The coverage of the files in use, by district. */
  readonly covers: ReadonlyMap<
    number,
    Pick<
      DistrictCover,
      'reach_to' | 'whole_year' | 'inspections_from' | 'inspections_to' | 'licenses_to' | 'loading_years'
    >
  >;
  readonly asOf: IsoDate;
  readonly dataAsOf: IsoDate;
  /** Today's date, or `asOf` if that is later. Determines how old the records are. */
  readonly today: IsoDate;
  readonly fictional: boolean;
}

export interface VendorRecord {
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly scorecard: Scorecard;
  readonly cases: readonly Case[];
  /** Cases that belong, or may belong, to prior owners. */
  readonly otherCases: readonly Case[];
  readonly concerns: Concerns;
  readonly hasMinimumRecord: boolean;
  /** The day from which the district's inspections are on file; null if no inspection file is in use. */
  readonly inspectionsFrom: IsoDate | null;
  /** The policy's decision about the vendor on the as-of day. */
  readonly verdict: Verdict;
  /** The same decision as of today. */
  readonly verdictToday: Verdict;
}

/** Builds a vendor's record as of a day; undefined if nothing about the vendor was on file by then. */
export function buildRecord(input: VendorFacts, context: RecordContext): VendorRecord | undefined {
  const seen = input.visits.filter(({ visitedOn }) => visitedOn <= context.asOf);
  if (!input.license && seen.length === 0) return undefined;
  const owners = attributeCases(toCases(seen), seen, input, context.asOf);
  const identity = identify(input, seen, owners, context);
  const closures = closuresOf(input, identity, owners);
  // An order that was not lifted remains with the license under any holder until the new owner is inspected.
  const latest = [...owners.current, ...owners.uncertain];
  const held = latest.length > 0 ? latest : owners.prior;
  const hold = holdOf(held.flatMap(visitsOf), closures, context.asOf);
  const score = scoreCases(owners.current, context.asOf);
  const standing = standingOf({
    hold: hold.active,
    confirmed: identity.license.confirmed,
    grade: score.scored ? score.grade : undefined,
  });
  const tier = riskTierOf(standing);
  const district = districtOf(input.digits, identity.location.district);
  const cover = context.covers.get(district ?? 0);
  const isYearWhole = cover?.whole_year ?? false;
  const inspectionsFrom = cover?.inspections_from ?? null;
  const loadingFrom = loadingBefore(cover);
  const reachTo = reachOf(district, context);
  const partCovered = coversAnyOfYear(cover, context.asOf) ? 'part' : 'none';
  const rollup = rollupOf(owners.current, context.asOf, isYearWhole ? 'whole' : partCovered);
  const trend = trendOf(owners.current);
  const gravest = worstEvent(owners.current, closures, context.asOf);
  const uncertain = describeUncertain(owners, input.license);
  const orders = finalOrdersOf(input, owners, context.asOf);
  const concerns = concernsOf(owners.current, closures, { asOf: context.asOf, isYearWhole, orders });
  const last = lastDisposition(owners.current);
  const old = recordsOld(reachTo, context.today);
  const verdict = verdictOn(
    {
      vendor: identity,
      evidence: {
        hold,
        grade: standing.grade,
        grade_status: standing.status,
        last_disposition: last,
        rollup_12m: rollup,
      },
      has_minimum_record: score.scored,
      uncertain_record: uncertain,
      concerns,
      as_of: context.asOf,
      records_reach_to: reachTo,
      inspections_from: inspectionsFrom,
      inspections_loading_before: loadingFrom,
    },
    { today: context.asOf },
  );
  const verdictToday = verdictInAge(verdict, old);
  const scorecard: Scorecard = {
    ...identity,
    grade: standing.grade,
    grade_status: standing.status,
    service_score: score.scored ? score.value : null,
    score_version: SCORE_RULES.version,
    risk_tier: tier,
    recommendation: recommendationOf(verdictToday),
    hold,
    rollup_12m: rollup,
    last_disposition: last,
    gravest_event: gravest,
    uncertain_record: uncertain,
    final_orders: orders,
    inspections_loading_before: loadingFrom,
    inspections: toInspections(seen, owners, context.asOf),
    trend,
    narrative: narrativeOf({
      name: identity.name,
      standing,
      confirmed: identity.license.confirmed,
      cases: owners.current,
      priorCases: owners.prior,
      rollup,
      trend,
      gravest,
      asOf: context.asOf,
    }),
    disclaimer: disclaimerOf(context.fictional),
    fictional: context.fictional,
    as_of: context.asOf,
    data_as_of: context.dataAsOf,
    records_reach_to: reachTo,
    records_old: old,
  };
  return {
    licenseType: input.licenseType,
    digits: input.digits,
    scorecard,
    concerns,
    hasMinimumRecord: score.scored,
    inspectionsFrom,
    verdict,
    verdictToday,
    cases: owners.current,
    otherCases: [...owners.prior, ...owners.uncertain],
  };
}

type RecordIdentity = Omit<Identity, 'page_url' | 'records_old'>;

function identify(
  facts: VendorFacts,
  seen: readonly FactVisit[],
  owners: Attribution,
  context: RecordContext,
): RecordIdentity {
  const { licenseType, digits, license } = facts;
  const newest = newestVisit(seen);
  const current = new Set(owners.current.flatMap(visitsOf).map(({ visitId }) => visitId));
  const own = seen.filter(({ visitId }) => current.has(visitId));
  const fromLicense = license?.businessName || license?.licenseeName;
  const name = (license?.onFile && fromLicense) || newest?.businessName || fromLicense || digits;
  const place = license?.onFile || !newest ? license : newest;
  const district = license?.fileDistrict || newest?.district || null;
  return {
    id: vendorId(licenseType, digits),
    name,
    // A license that is missing from the newest file may be listed under the name of a different owner than
    // at the newest visit.
    aka: formerName(name, own, newest && current.has(newest.visitId) ? fromLicense : undefined),
    license: describeLicense(facts, district ?? districtOfIssue(digits), context),
    cuisine: isHotDogCart(license) ? 'Hot dogs' : cuisineOf(foldForSearch(name)),
    location: {
      city: place?.city || null,
      county: REGULATOR.findCounty(place?.countyCode ?? '')?.name ?? null,
      zip: place?.zip || null,
      district,
    },
  };
}

/**
 * Returns the district whose files cover the vendor: its own or, if that is unknown, the district that issued
 * its license.
 */
function districtOf(digits: string, district: number | null): number | null {
  return district ?? districtOfIssue(digits);
}

/** Returns the day up to which the district's records are complete. */
function reachOf(
  district: number | null,
  { covers, asOf, dataAsOf }: Pick<RecordContext, 'covers' | 'asOf' | 'dataAsOf'>,
): IsoDate {
  return covers.get(district ?? 0)?.reach_to ?? [asOf, dataAsOf].sort()[0] ?? asOf;
}

/** Limits a verdict by the age of the records. If they are too old, the verdict is at most REVIEW. */
export function verdictInAge(verdict: Verdict, old: RecordsOld | null): Verdict {
  return isTooOld(old) && (verdict === 'CLEAR' || verdict === 'CONDITIONAL') ? 'REVIEW' : verdict;
}

function districtOfIssue(digits: string): number | null {
  return REGULATOR.findCounty(digits.slice(0, 2))?.district ?? null;
}

function isHotDogCart(license: FactLicense | undefined): boolean {
  return REGULATOR.licenses.findRank(license?.rank ?? '')?.kind === 'hot_dog_cart';
}

/**
 * Returns the most recent other name under the same owner. Spellings that differ only in punctuation are the
 * same name.
 */
function formerName(name: string, own: readonly FactVisit[], licenseName: string | undefined): string | null {
  const current = compact(name);
  const names = [...[...own].sort(newestFirst).map(({ businessName }) => businessName), licenseName ?? ''];
  return names.find((other) => other !== '' && other !== name && compact(other) !== current) ?? null;
}

function describeLicense(
  { licenseType, digits, license }: VendorFacts,
  district: number | null,
  { asOf, licenseDistricts, covers }: RecordContext,
): License {
  const status = license?.onFile
    ? REGULATOR.licenses.statusOf(license.primaryStatus, license.secondaryStatus)
    : absentStatus(license !== undefined || licenseDistricts.has(district ?? 0));
  const expiresOn = license?.expiresOn ?? null;
  const fileDate = covers.get(district ?? 0)?.licenses_to ?? asOf;
  return {
    number: formatLicenseNumber(license?.rank, digits),
    type: licenseKind(licenseType, license?.rank),
    status,
    expires_on: expiresOn,
    confirmed: isConfirmed(status, decidingExpiry(digits, expiresOn, fileDate), asOf),
  };
}

/**
 * Returns the status of a license without a row. The license counts as missing only if the file that should
 * contain it was read.
 */
function absentStatus(isFileRead: boolean): License['status'] {
  return isFileRead ? 'not_on_file' : 'no_file';
}

/**
 * Returns the closure reports about the vendor's current owner. Reports identify a license by its digits. If
 * the digits may also belong to another license, as a caterer's digits may belong to a restaurant, the name
 * must match.
 */
function closuresOf(input: VendorFacts, identity: RecordIdentity, owners: Attribution): FactClosure[] {
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

function toInspections(seen: readonly FactVisit[], owners: Attribution, asOf: IsoDate): Inspection[] {
  const ownerOf = new Map<number, Inspection['owner']>([
    ...owners.prior.map(({ caseId }) => [caseId, 'prior'] as const),
    ...owners.uncertain.map(({ caseId }) => [caseId, 'uncertain'] as const),
  ]);
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
    owner: ownerOf.get(visit.caseId) ?? 'current',
    prior_owner: ownerOf.get(visit.caseId) === 'prior',
  }));
}

function newestFirst(a: Visit, b: Visit): number {
  return compareVisits(b, a);
}

function visitsOf({ visits }: Case): readonly Visit[] {
  return visits;
}

/** Results are cached, because nearly all of a license's visits have the same name. */
const compact = memoize((name) => foldForSearch(name).replaceAll(' ', ''), 2_000);
