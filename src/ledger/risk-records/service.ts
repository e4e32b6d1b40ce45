import type { LedgerDb, RegistryAccess } from '../../platform/db/database.ts';
import { identifyVendor } from '../../registry/vendors/identify-service.ts';
import { parseScorecard } from '../../registry/vendors/parse-scorecard.ts';
import type { RecordReader } from '../../registry/vendors/record-reader-service.ts';
import { getRecord } from '../../registry/vendors/service.ts';
import { findReliability } from '../reliability/service.ts';
import { toRiskRecord } from './risk-record.ts';
import type { RiskRecord } from './schemas.ts';

export interface RiskRecordContext {
  readonly registry: RegistryAccess;
  readonly records: RecordReader;
  /** The ledger, where the applications are. */
  readonly ledgerDb: LedgerDb;
  readonly baseUrl: string;
}

/** The risk record of the one vendor with this license number. Throws like {@link identifyVendor}. */
export async function getRiskRecord(
  { registry, records, ledgerDb, baseUrl }: RiskRecordContext,
  licenseNumber: string,
): Promise<RiskRecord> {
  const vendor = await identifyVendor(registry.db, records, { license_number: licenseNumber });
  const facts = vendor.facts();
  const { license_digits: digits, license_type: licenseType } = facts;
  const scorecard = await getRecord(registry.db, records, facts.vendor.id, 'scorecard');
  const license = { license_type: licenseType, license_digits: digits };
  const reliability = await findReliability(ledgerDb, license);
  return toRiskRecord(parseScorecard(scorecard.body), reliability, baseUrl);
}
