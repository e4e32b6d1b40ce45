import { compareText } from '../../lib/text/text.ts';
import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import { isRelatedName, isSameHolder } from '../../regulator/licenses/holder-names.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type {
  FactLicense,
  FactVisit,
  ListedNames,
  VendorFacts,
} from '../../regulator/source/vendor-facts.ts';
import type { Case } from '../score/cases.ts';
import { splitByOwner } from '../score/ownership.ts';
import { compareVisits } from '../score/visit-order.ts';

/** A license's cases, divided by owner according to docs/ownership.md. */
export interface Attribution {
  /** Cases that are known to be the current holder's, which are scored. */
  readonly current: readonly Case[];
  /** Earlier holders' cases. They are labeled as such and are neither scored nor rolled up. */
  readonly prior: readonly Case[];
  /**
   * Cases that may belong to the current holder or an earlier one. They are labeled as such and are neither
   * scored nor rolled up.
   */
  readonly uncertain: readonly Case[];
  readonly doubt: Doubt | null;
}

/** The reason cases are uncertain. */
interface Doubt {
  readonly code: 'other_name' | 'holder_changed' | 'change_approved' | 'former_holder_alike';
  /** The newest business name in the uncertain inspections. Empty if they have none. */
  readonly inspectedAs: string;
  /** The last date on which a license file listed another holder or a change of owner was approved. */
  readonly changedAfter: IsoDate | null;
}

/**
 * Divides a license's cases among its holders. The regulator assigns a new License ID when the owner changes,
 * so cases with a different ID than the newest visit belong to a prior owner. Cases with the newest ID belong
 * to the current holder, unless the license files show a later change or the visits name another business.
 */
export function attributeCases(
  cases: readonly Case[],
  visits: readonly FactVisit[],
  { license, names, ownershipChanges }: Pick<VendorFacts, 'license' | 'names' | 'ownershipChanges'>,
  asOf: IsoDate,
): Attribution {
  const changes = ownershipChanges.filter((approvedOn) => approvedOn <= asOf);
  const owners = splitByOwner(cases, changes);
  if (!license || owners.current.length === 0) return { ...owners, uncertain: [], doubt: null };
  const own = new Set(owners.current.flatMap((single) => single.visits.map(({ visitId }) => visitId)));
  const ruling = judge(
    visits.filter(({ visitId }) => own.has(visitId)),
    license,
    names,
    changes,
  );
  if (ruling === 'current') return { ...owners, uncertain: [], doubt: null };
  if (ruling === 'prior') return { current: [], prior: cases, uncertain: [], doubt: null };
  return { current: [], prior: owners.prior, uncertain: owners.current, doubt: ruling };
}

function judge(
  visits: readonly FactVisit[],
  license: FactLicense,
  names: readonly ListedNames[],
  ownershipChanges: readonly IsoDate[],
): 'current' | 'prior' | Doubt {
  const inOrder = visits.toSorted(compareVisits);
  const days = inOrder.map(({ visitedOn }) => visitedOn);
  const inspected = [...new Set(inOrder.map(({ businessName }) => businessName))].filter(
    (name) => name !== '',
  );
  const { present, before } = dividedNames(license, names);
  const own = present.flatMap(({ businessName, licenseeName }) => [businessName, licenseeName]);
  const change = before.toSorted(compareLastListed).at(-1);
  const doubt = (code: Doubt['code']): Doubt => ({
    code,
    inspectedAs: inspected.at(-1) ?? '',
    changedAfter: change?.lastOn ?? null,
  });
  const approved = ownershipChanges.find((day) => isAmid(day, inOrder));
  if (approved !== undefined) return { ...doubt('change_approved'), changedAfter: approved };
  if (change && (days[0] ?? '') <= change.lastOn) {
    const isSimilar = [change.licenseeName, change.businessName].some((name) => isAnyRelated([name], own));
    const isOver = (days.at(-1) ?? '') <= change.lastOn;
    return isOver && !isSimilar ? 'prior' : doubt('holder_changed');
  }
  if (!isAnyRelated(inspected, own)) return doubt('other_name');
  const former = license.formerNames.split('\n').filter((name) => name !== '');
  return isAnyRelated(inspected, former) ? doubt('former_holder_alike') : 'current';
}

/**
 * Orders holders by the last date on which they were listed. Ties are broken by name, so that the order is
 * deterministic.
 */
function compareLastListed(a: ListedNames, b: ListedNames): number {
  return (
    compareText(a.lastOn, b.lastOn) ||
    compareText(a.licenseeName, b.licenseeName) ||
    compareText(a.businessName, b.businessName)
  );
}

/**
 * The maximum number of days from an owner's first inspection to the approval of the change to that owner. A
 * new owner's first inspection comes before the approval, so an approval long after it is for a different
 * change.
 */
const OPENING_DAYS = 60;

/**
 * Returns true if visits with the same License ID took place both before and after an approved change of
 * owner, although the change should have ended the ID.
 */
function isAmid(approvedOn: IsoDate, inOrder: readonly FactVisit[]): boolean {
  const first = inOrder[0];
  const last = inOrder.at(-1);
  if (!first || !last || approvedOn < first.visitedOn || approvedOn > last.visitedOn) return false;
  const isOpening = first.inspectionType === REGULATOR.inspectionTypes.preOpening;
  return !isOpening || approvedOn > addDays(first.visitedOn, OPENING_DAYS);
}

/**
 * Returns the names of the current holder, including earlier ones, as `present`, and the names of former
 * holders as `before`. If a file lists a different holder after the current holder's first date, the file is
 * wrong or from another district.
 */
export function dividedNames(license: FactLicense, names: readonly ListedNames[]) {
  const listed = names.filter(({ licenseeName }) => isSameHolder(licenseeName, license.licenseeName));
  const present = [license, ...listed];
  const since = listed.map(({ firstOn }) => firstOn).sort()[0];
  // A blank name does not indicate a different holder.
  if (license.licenseeName === '') return { present, before: [] };
  const before = names.filter(
    (each) =>
      each.licenseeName !== '' && !listed.includes(each) && (since === undefined || each.lastOn < since),
  );
  return { present, before };
}

function isAnyRelated(names: readonly string[], others: readonly string[]): boolean {
  return names.some((name) => others.some((other) => isRelatedName(name, other)));
}
