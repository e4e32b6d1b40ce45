import { checkIdentifiers } from '../../decisions/decide/identifiers.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import type { LedgerAccess, PublishedAccess } from '../../platform/db/database.ts';
import { unknownVendor } from '../../records/read/named-vendor.ts';
import { parseScorecard } from '../../records/read/parse-scorecard.ts';
import type { RecordReader } from '../../records/read/record-reader-service.ts';
import { getRecord, listScorecards } from '../../records/read/service.ts';
import { licenseKey } from '../../regulator/licenses/number.ts';
import { identifyVendor, identifyVendors } from '../../search/find/identify-service.ts';
import type { PlatformReliability } from '../reliability/schemas.ts';
import { findReliability, mapReliability } from '../reliability/service.ts';
import type { RiskRecord } from './schemas.ts';

export interface RiskRecordContext {
  readonly registry: PublishedAccess;
  readonly records: RecordReader;
  /** The ledger that stores the applications. */
  readonly ledger: LedgerAccess;
  readonly baseUrl: string;
}

/** Returns the risk record of the vendor with this license number. Throws like {@link identifyVendor}. */
export async function getRiskRecord(
  { registry, records, ledger, baseUrl }: RiskRecordContext,
  licenseNumber: string,
): Promise<RiskRecord> {
  const vendor = await identifyVendor(registry, records, { license_number: licenseNumber });
  const facts = vendor.facts();
  const { license_digits: digits, license_type: licenseType } = facts;
  const scorecard = await getRecord(registry.db, records, facts.vendor.id, 'scorecard');
  const license = { license_type: licenseType, license_digits: digits };
  const reliability = await findReliability(ledger.db, license);
  return toRiskRecord(parseScorecard(scorecard.body), reliability, baseUrl);
}

/**
 * A function that builds a risk record only when it is called, because scorecards are long; or the error that
 * explains why there is no record.
 */
export type ListedRecord = (() => RiskRecord) | AppError;

/**
 * Returns the risk records of many licenses, in the order of the numbers. A number that does not match a
 * single vendor gets the error of {@link getRiskRecord} in its place. Always uses six statements.
 */
export async function listRiskRecords(
  { registry, ledger, baseUrl }: RiskRecordContext,
  licenseNumbers: readonly string[],
): Promise<ListedRecord[]> {
  const checked = licenseNumbers.map((number) => checkIdentifiers({ license_number: number }));
  const askable = checked.flatMap((each) => (each instanceof AppError ? [] : [each]));
  const identified = (await identifyVendors(registry, askable)).values();
  const named = checked.map((each) => {
    const vendor = each instanceof AppError ? each : identified.next().value;
    if (vendor === undefined) throw new Error('fewer vendors than numbers');
    return vendor instanceof AppError ? vendor : vendor.facts();
  });
  const found = named.flatMap((each) => (each instanceof AppError ? [] : [each]));
  const scorecards = await listScorecards(
    registry,
    found.map(({ vendor }) => vendor.id),
  );
  const reliability = await mapReliability(
    ledger,
    found.map(({ license_digits: digits }) => digits),
  );
  return named.map((facts) => {
    if (facts instanceof AppError) return facts;
    const scorecard = scorecards.get(facts.vendor.id);
    // A new publication removed the vendor between two statements.
    if (scorecard === undefined) return unknownVendor(facts.vendor.id, facts.data_as_of, 'license_number');
    const known = reliability.get(licenseKey(facts.license_type, facts.license_digits));
    return () => toRiskRecord(parseScorecard(scorecard), known, baseUrl);
  });
}

/**
 * Returns the fields of a published scorecard that an API key can look up (contract 2.5), which do not
 * include inspections.
 */
function toRiskRecord(
  scorecard: Scorecard,
  reliability: PlatformReliability | undefined,
  baseUrl: string,
): RiskRecord {
  const { id, name, aka, license, cuisine, location, records_old } = scorecard;
  return {
    vendor: { id, name, aka, license, cuisine, location, records_old, page_url: `${baseUrl}/vendor/${id}` },
    service_score: scorecard.service_score,
    risk_tier: scorecard.risk_tier,
    recommendation: scorecard.recommendation,
    rollup_12m: scorecard.rollup_12m,
    ...(reliability && { platform_reliability: reliability }),
    grade: scorecard.grade,
    grade_status: scorecard.grade_status,
    score_version: scorecard.score_version,
    hold: scorecard.hold,
    as_of: scorecard.as_of,
    data_as_of: scorecard.data_as_of,
    records_reach_to: scorecard.records_reach_to,
    records_old,
    fictional: scorecard.fictional,
  };
}
