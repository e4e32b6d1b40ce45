import { plusDays } from './days.ts';
import { alike, sameHolder } from './names.ts';
import type { RawInspection } from './raw-files.ts';
import type { RawVendor } from './raw-world.ts';

export interface Doubt {
  readonly code: 'other_name' | 'holder_changed' | 'change_approved' | 'former_holder_alike';
  readonly inspectedAs: string;
  readonly changedOn: string | null;
}

/** License IDs by the owner of their inspections: the current owner, an earlier owner or an unknown owner. */
interface Owners {
  readonly current: ReadonlySet<number>;
  readonly prior: ReadonlySet<number>;
  readonly uncertain: ReadonlySet<number>;
  readonly doubt: Doubt | null;
}

type Attributed = Pick<RawInspection, 'licenseId' | 'day' | 'name' | 'inspectionType'>;

const OPENING = 'Food-Licensing Inspection';
const NONE: ReadonlySet<number> = new Set();

/**
 * Applies the seven steps in docs/ownership.md. `visits` are the visits up to the as-of date, oldest first.
 */
export function attribute(vendor: RawVendor, visits: readonly Attributed[], asOf: string): Owners {
  const newest = visits.at(-1);
  const ids = new Set(visits.map(({ licenseId }) => licenseId));
  const approvals = vendor.approvals.filter((day) => day <= asOf);
  if (!newest || approvals.some((day) => day > newest.day))
    return { current: NONE, prior: ids, uncertain: NONE, doubt: null };
  const own: ReadonlySet<number> = new Set([newest.licenseId]);
  const others: ReadonlySet<number> = new Set([...ids].filter((id) => id !== newest.licenseId));
  const latest = visits.filter(({ licenseId }) => licenseId === newest.licenseId);
  const answer = whose(vendor, latest, approvals);
  if (answer === 'current') return { current: own, prior: others, uncertain: NONE, doubt: null };
  if (answer === 'prior') return { current: NONE, prior: ids, uncertain: NONE, doubt: null };
  return { current: NONE, prior: others, uncertain: own, doubt: answer };
}

function whose(
  { license, names }: RawVendor,
  latest: readonly Attributed[],
  approvals: readonly string[],
): 'current' | 'prior' | Doubt {
  const first = latest[0];
  const last = latest.at(-1);
  if (!license || !first || !last) return 'current';
  const inspectedAs = latest.map(({ name }) => name).filter((name) => name !== '');
  // The name that was first used most recently.
  const newestName = [...new Set(inspectedAs)].at(-1) ?? '';
  const doubt = (code: Doubt['code'], changedOn: string | null): Doubt => ({
    code,
    inspectedAs: newestName,
    changedOn,
  });
  const isOpening = first.inspectionType === OPENING;
  const amid = approvals.find(
    (day) => day >= first.day && day <= last.day && (!isOpening || day > plusDays(first.day, 60)),
  );
  if (amid !== undefined) return doubt('change_approved', amid);
  const listed = names.filter(({ licensee }) => sameHolder(licensee, license.licensee));
  const present = [license, ...listed].flatMap(({ name, licensee }) => [name, licensee]);
  const since = listed.map(({ firstOn }) => firstOn).sort()[0] ?? '9999';
  const before = names
    .filter((each) => license.licensee !== '' && each.licensee !== '' && !listed.includes(each))
    .filter(({ lastOn }) => lastOn < since)
    .sort((a, b) => (a.lastOn < b.lastOn ? -1 : 1))
    .at(-1);
  if (before && first.day <= before.lastOn) {
    const isSimilar = [before.licensee, before.name].some((name) => present.some((own) => alike(name, own)));
    return last.day <= before.lastOn && !isSimilar ? 'prior' : doubt('holder_changed', before.lastOn);
  }
  if (!inspectedAs.some((name) => present.some((own) => alike(name, own)))) return doubt('other_name', null);
  const isFormer = inspectedAs.some((name) => license.former.some((other) => alike(name, other)));
  return isFormer ? doubt('former_holder_alike', null) : 'current';
}
