import { narrate, yearBefore } from '../../../../judgment/narrative/narrative.ts';
import type { Language } from '../../../../lib/language/language.ts';
import { displayName } from '../../../../records/record/display-name.ts';
import { casesOf, type ShownRecord } from '../parse-record.ts';

/**
 * Returns the record's summary with the vendor's display name. Returns null if the record is too short for a
 * summary.
 */
export function narrativeIn(record: ShownRecord, language: Language): string | null {
  const { name, narrative } = record;
  if (narrative === null) return null;
  // The record already has the English sentences, with the name as spelled in the files.
  if (language === 'en') return narrative.replaceAll(name, displayName(name));
  return narrateRecord({ ...record, name: displayName(name) }, language);
}

/** Builds the sentences that the page should show from the record's fields. */
export function narrateRecord(record: ShownRecord, language: Language): string {
  const { name, license, inspections, trend, rollup_12m, gravest_event, as_of } = record;
  const prior = inspections.filter(({ owner }) => owner === 'prior');
  return narrate(
    {
      name,
      confirmed: license.confirmed,
      cases: trend.points.length,
      priorCases: casesOf(prior).length,
      isOthersInYear: prior.some(({ date }) => date > yearBefore(as_of)),
      rollup: rollup_12m,
      trend,
      gravest: gravest_event,
      asOf: as_of,
    },
    language,
  );
}
