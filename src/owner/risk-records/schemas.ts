import { type Static, Type } from 'typebox';
import { Identity, Scorecard } from '../../judgment/scorecard/schemas.ts';
import { PlatformReliability } from '../reliability/schemas.ts';

const {
  service_score,
  risk_tier,
  recommendation,
  rollup_12m,
  grade,
  grade_status,
  score_version,
  hold,
  as_of,
  data_as_of,
  records_reach_to,
  records_old,
  fictional,
} = Scorecard.properties;

/** The vendor risk record (contract 2.5): counts, without single inspections or violations. */
export const RiskRecord = Type.Object(
  {
    vendor: Identity,
    service_score,
    risk_tier,
    recommendation,
    rollup_12m,
    platform_reliability: Type.Optional(PlatformReliability),
    grade,
    grade_status,
    score_version,
    hold,
    as_of,
    data_as_of,
    records_reach_to,
    records_old,
    fictional,
  },
  { title: 'RiskRecord' },
);
export type RiskRecord = Static<typeof RiskRecord>;
