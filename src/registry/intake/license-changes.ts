import { licenseKey, numberWithLetters } from '../licenses/number.ts';
import type { FactLicense } from './facts.ts';

/** One license that a run changed, with what it was and what it is now. */
export interface LicenseChange {
  readonly number: string;
  readonly kind: 'new' | 'gone' | 'returned' | 'status' | 'renewed' | 'expiry' | 'holder';
  readonly before: string;
  readonly after: string;
}

/** What a run changed in the licenses on file; a license may change in several ways at once. Pure. */
export function compareLicenses(
  before: readonly FactLicense[],
  after: readonly FactLicense[],
): LicenseChange[] {
  const earlier = new Map(before.map((license) => [keyOf(license), license]));
  const later = new Set(after.map(keyOf));
  // A withdrawal takes a license's last row away; no other run does.
  const lost = before.filter((license) => license.onFile && !later.has(keyOf(license)));
  return [
    ...after.flatMap((license) => compareOne(earlier.get(keyOf(license)), license)),
    ...lost.map((license) => ({
      number: numberWithLetters(license.licenseType, license.digits, license.rank),
      kind: 'gone' as const,
      before: statusText(license),
      after: 'not on file',
    })),
  ];
}

function compareOne(before: FactLicense | undefined, after: FactLicense): LicenseChange[] {
  const number = numberWithLetters(after.licenseType, after.digits, after.rank);
  const change = (kind: LicenseChange['kind'], was: string, is: string): LicenseChange => ({
    number,
    kind,
    before: was,
    after: is,
  });
  if (!before) return after.onFile ? [change('new', '', statusText(after))] : [];
  if (before.onFile && !after.onFile) return [change('gone', statusText(before), 'not on file')];
  const changes: LicenseChange[] = [];
  if (!before.onFile && after.onFile) changes.push(change('returned', 'not on file', statusText(after)));
  if (statusText(before) !== statusText(after))
    changes.push(change('status', statusText(before), statusText(after)));
  if (before.expiresOn !== after.expiresOn) {
    const kind = (after.expiresOn ?? '') > (before.expiresOn ?? '') ? 'renewed' : 'expiry';
    changes.push(change(kind, before.expiresOn ?? 'none', after.expiresOn ?? 'none'));
  }
  if (before.licenseeName !== after.licenseeName)
    changes.push(change('holder', before.licenseeName, after.licenseeName));
  return changes;
}

function statusText({ primaryStatus, secondaryStatus }: FactLicense): string {
  return `${primaryStatus}/${secondaryStatus}`;
}

function keyOf({ fileDistrict, licenseType, digits }: FactLicense): string {
  return `${fileDistrict}:${licenseKey(licenseType, digits)}`;
}
