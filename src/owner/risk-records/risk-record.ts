import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import type { PlatformReliability } from '../reliability/schemas.ts';
import type { RiskRecord } from './schemas.ts';

/** The fields of a published scorecard that an API key can look up (contract 2.5); inspections are left out. */
export function toRiskRecord(
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
