import type { Inspection } from '../../judgment/scorecard/schemas.ts';
import type { Language } from '../../lib/language/language.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { recordsOld } from '../../published-state/records-age.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';
import { completeNumber } from '../../regulator/licenses/number.ts';
import { outlookOf } from './describe-outlook.ts';
import { limitingFactors, strengthsOf } from './factors.ts';
import { type MonitoringSale, monitoringOffer } from './monitoring-offer.ts';
import type { SelfCheck } from './schemas.ts';

interface SelfCheckPlace {
  readonly baseUrl: string;
  /**
   * The vendors for which monitoring is sold here. By default, monitoring is not sold and is only described.
   */
  readonly monitoringSale?: MonitoringSale | undefined;
  /** Today's date, which determines how old the records are. */
  readonly today: IsoDate;
  /** The reader's language; programs get English. */
  readonly language?: Language;
}

/**
 * Returns a vendor's limits and strengths (contract 2.8) from one published record's facts and inspections.
 * The result does not contain a score.
 */
export function selfCheckOf(
  facts: PublishedFacts,
  inspections: readonly Inspection[],
  { baseUrl, monitoringSale = 'none', today, language = 'en' }: SelfCheckPlace,
): SelfCheck {
  // Digits without letters may belong to two licenses, and an offer must name exactly one.
  const licenseNumber = completeNumber(facts.vendor.license.number, facts.license_type);
  return {
    vendor: facts.vendor,
    grade: facts.evidence.grade,
    grade_status: facts.evidence.grade_status,
    inspections_loading_before: facts.inspections_loading_before,
    limiting_factors: limitingFactors(facts, inspections, language),
    outlook: outlookOf(facts, inspections, today, language),
    strengths: strengthsOf(facts, inspections, today, language),
    claim_url: `${baseUrl}/claim?${new URLSearchParams({ license: licenseNumber })}`,
    monitoring: monitoringOffer({
      sale: monitoringSale,
      fictional: facts.fictional,
      baseUrl,
      licenseNumber,
      licenseStatus: facts.vendor.license.status,
      language,
    }),
    as_of: facts.as_of,
    data_as_of: facts.data_as_of,
    records_old: recordsOld(facts.records_reach_to, today),
    fictional: facts.fictional,
  };
}
