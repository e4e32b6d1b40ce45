import { numberWithLetters } from '../../regulator/licenses/number.ts';

/** One license that a run changed, with its values before and after. */
export interface LicenseChange {
  readonly number: string;
  readonly kind: 'new' | 'gone' | 'returned' | 'status' | 'renewed' | 'expiry' | 'holder';
  readonly before: string;
  readonly after: string;
}

/** The fields of a license in a district's file whose changes are reported. */
export interface ComparedLicense {
  readonly digits: string;
  readonly licenseType: string;
  /** The district of the file. */
  readonly district: number;
  readonly rank: string;
  /** 1 if the district's newest file lists it. */
  readonly onFile: number;
  readonly primaryStatus: string;
  readonly secondaryStatus: string;
  readonly expiresOn: string | null;
  readonly licenseeName: string;
}

/** The maximum number of changes stored individually. All are counted. */
export const LICENSE_CHANGES_MAX = 50_000;

/** The changes in a run to the licenses on file. A license may change in several ways at the same time. */
export class LicenseChangeCount {
  readonly #kinds: Partial<Record<LicenseChange['kind'], number>> = {};
  readonly #first: LicenseChange[] = [];

  /** Adds one license. A side is undefined if the license was not yet, or is no longer, on file. */
  add(before: ComparedLicense | undefined, after: ComparedLicense | undefined): void {
    for (const change of compareLicense(before, after)) {
      this.#kinds[change.kind] = (this.#kinds[change.kind] ?? 0) + 1;
      if (this.#first.length < LICENSE_CHANGES_MAX) this.#first.push(change);
    }
  }

  get kinds(): Readonly<Partial<Record<LicenseChange['kind'], number>>> {
    return this.#kinds;
  }

  /** The first {@link LICENSE_CHANGES_MAX} changes, in the order of license numbers. */
  get first(): readonly LicenseChange[] {
    return this.#first;
  }
}

function compareLicense(
  before: ComparedLicense | undefined,
  after: ComparedLicense | undefined,
): LicenseChange[] {
  const named = after ?? before;
  if (!named) return [];
  const number = numberWithLetters(named.licenseType, named.digits, named.rank);
  const change = (kind: LicenseChange['kind'], was: string, is: string): LicenseChange => ({
    number,
    kind,
    before: was,
    after: is,
  });
  if (!before) return after?.onFile ? [change('new', '', statusText(after))] : [];
  // A license's last row is removed only by a withdrawal.
  const isOnFile = after?.onFile === 1;
  if (before.onFile && !isOnFile) return [change('gone', statusText(before), 'not on file')];
  if (!after) return [];
  const changes: LicenseChange[] = [];
  if (!before.onFile && isOnFile) changes.push(change('returned', 'not on file', statusText(after)));
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

function statusText({ primaryStatus, secondaryStatus }: ComparedLicense): string {
  return `${primaryStatus}/${secondaryStatus}`;
}
