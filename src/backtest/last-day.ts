import { licenseKey } from '../registry/licenses/number.ts';
import type { Backtest } from '../registry/scoring/backtest-report.ts';
import { toCases } from '../registry/scoring/cases.ts';
import { splitByOwner } from '../registry/scoring/ownership.ts';
import { scoreCases } from '../registry/scoring/score.ts';
import type { ScoreRules } from '../registry/scoring/score-rules.ts';
import type { PastVisit } from './moments.ts';

/** How many of the vendors with any visit have a letter on the newest day: the owner of the newest visit counts. */
export function gradeVendors(visits: readonly PastVisit[], rules: ScoreRules): Backtest['vendors'] {
  const asOf = visits.reduce((newest, { visitedOn }) => (visitedOn > newest ? visitedOn : newest), '');
  const byLicense = Map.groupBy(visits, ({ licenseType, digits }) => licenseKey(licenseType, digits));
  const grades = { A: 0, B: 0, C: 0, D: 0, F: 0 };
  let belowMinimum = 0;
  for (const own of byLicense.values()) {
    const score = scoreCases(splitByOwner(toCases(own), []).current, asOf, rules);
    if (score.scored) grades[score.grade] += 1;
    else belowMinimum += 1;
  }
  const onRecord = byLicense.size;
  return {
    as_of: asOf,
    on_record: onRecord,
    with_letter: onRecord - belowMinimum,
    below_minimum: belowMinimum,
    grades,
  };
}
