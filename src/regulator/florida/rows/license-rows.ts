import type { LicenseRow } from '../../source/parsed-file.ts';
import { SUPERSEDED } from '../vocabulary/license-codes.ts';

/**
 * Collects the license rows in a file. A license may have two rows: a superseded one for a former holder, and
 * one for the current holder. If two rows for the same licensee differ and neither is superseded, there is no
 * way to know which is right. The values that differ become unknown.
 */
export class LicenseRows {
  private readonly rows: LicenseRow[] = [];
  private readonly places = new Map<string, number>();
  private readonly contradicted = new Set<string>();

  /** Adds a row. Returns false if it contradicts an earlier one and was merged with it. */
  take(row: LicenseRow): boolean {
    const key = `${row.licenseType}:${row.digits}:${row.licenseeName}`;
    const place = this.places.get(key);
    const other = place === undefined ? undefined : this.rows[place];
    if (place !== undefined && other && (this.contradicted.has(key) || !isSame(row, other))) {
      this.rows[place] = agreedOn(other, row);
      this.contradicted.add(key);
      return false;
    }
    if (row.secondaryStatus !== SUPERSEDED) this.places.set(key, this.rows.length);
    this.rows.push(row);
    return true;
  }

  /** The number of licenses whose rows contradict each other. */
  get contradictions(): number {
    return this.contradicted.size;
  }

  result(): readonly LicenseRow[] {
    return this.rows;
  }
}

function isSame(a: LicenseRow, b: LicenseRow): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns a row with the values that both rows share. All other values are unknown. The two status codes
 * count as one value, because they have a meaning only together.
 */
function agreedOn(a: LicenseRow, b: LicenseRow): LicenseRow {
  const text = (field: keyof LicenseRow) => (a[field] === b[field] ? (a[field] ?? '') : '');
  const isOneStatus = a.primaryStatus === b.primaryStatus && a.secondaryStatus === b.secondaryStatus;
  return {
    ...a,
    rank: text('rank'),
    businessName: text('businessName'),
    city: text('city'),
    zip: text('zip'),
    countyCode: text('countyCode'),
    ...(isOneStatus ? {} : { primaryStatus: '', secondaryStatus: '' }),
    expiresOn: a.expiresOn === b.expiresOn ? a.expiresOn : null,
    lastInspectedOn: a.lastInspectedOn === b.lastInspectedOn ? a.lastInspectedOn : null,
    riskLevel: text('riskLevel'),
    mailingAddress: text('mailingAddress'),
    phone: text('phone'),
  };
}
