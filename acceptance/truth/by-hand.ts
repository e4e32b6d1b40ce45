import type { Published } from '../sentences/published.ts';
import type { RawVendor } from './raw-world.ts';

/**
 * Prints a vendor's raw rows next to the published record, for a person to read. License holders may be
 * individuals, so their names are replaced with numbers.
 */
export function toReadByHand(
  { card, decision }: Published,
  { license, names, visits, approvals, closures }: RawVendor,
): string {
  const holders = [...new Set(names.map(({ licensee }) => licensee))];
  const seen = new Set<number>();
  const owners = new Map(card.inspections.map(({ visit_id: id, owner }) => [id, owner]));
  const rows = visits
    .toSorted((a, b) => (a.day === b.day ? a.visitId - b.visitId : a.day < b.day ? -1 : 1))
    .filter(({ visitId }) => !seen.has(visitId) && seen.add(visitId));
  return [
    `${card.license.number} ${card.name}`,
    ...names.map(
      ({ name, licensee, firstOn, lastOn }) =>
        `  license files of ${firstOn} to ${lastOn}: “${name}”, holder ${holders.indexOf(licensee) + 1}`,
    ),
    ...(license
      ? [
          `  newest row: status ${license.primary}/${license.secondary}, expiry ${license.expiresOn ?? 'none'}`,
        ]
      : ['  no license row']),
    ...approvals.map((on) => `  change of owner approved on ${on}`),
    ...closures.map(
      ({ closedOn, conditions, name }) => `  closure of ${closedOn}: “${conditions}”, “${name}”`,
    ),
    ...rows.map(
      ({ day, caseId, visitNumber, licenseId, disposition, counts, name, visitId }) =>
        `  ${day} case ${caseId}.${visitNumber} license id ${licenseId} “${name}”: ${disposition}, counts ${counts.join('/')} → ${owners.get(visitId) ?? 'not shown'}`,
    ),
    `  published: ${decision.verdict}, grade ${card.grade ?? card.grade_status}, ${card.rollup_12m.inspections} inspections and ${card.rollup_12m.violations ?? 'unknown'} violations in the year`,
    ...decision.reasons.map(({ text }) => `    ${text}`),
  ].join('\n');
}
