import { REGULATOR } from '../source/regulator.ts';

interface ListedLicense {
  /** True if the newest file for its district still lists the license. */
  readonly onFile: boolean;
  readonly primaryStatus: string;
  readonly secondaryStatus: string;
  readonly fileDistrict: number;
}

/**
 * Compares two rows for the same license number; the first row in this order is used. A row that is still on
 * file comes first, then the current holder's row, then the row from the lower district. Newer files do not
 * come first. Districts renew their files in turn, so the row in use, and with it the holder, would
 * alternate.
 */
export function compareLicensePrecedence(a: ListedLicense, b: ListedLicense): number {
  if (a.onFile !== b.onFile) return a.onFile ? -1 : 1;
  const byStatus =
    REGULATOR.licenses.precedenceOf(a.primaryStatus, a.secondaryStatus) -
    REGULATOR.licenses.precedenceOf(b.primaryStatus, b.secondaryStatus);
  return byStatus || a.fileDistrict - b.fileDistrict;
}
