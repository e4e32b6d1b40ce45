import { REGULATOR } from '../source/regulator.ts';

interface ListedLicense {
  /** True if its district's newest file still lists it. */
  readonly onFile: boolean;
  readonly primaryStatus: string;
  readonly secondaryStatus: string;
  readonly fileDistrict: number;
}

/**
 * Orders the rows for one license number; the first one is in use. A row still on file comes before one that
 * is gone, then the current holder's row, then the lower district's. Newer files do not come first: districts
 * renew their files in turn, so the row in use, and with it the holder, would alternate.
 */
export function compareLicensePrecedence(a: ListedLicense, b: ListedLicense): number {
  if (a.onFile !== b.onFile) return a.onFile ? -1 : 1;
  const byStatus =
    REGULATOR.licenses.precedenceOf(a.primaryStatus, a.secondaryStatus) -
    REGULATOR.licenses.precedenceOf(b.primaryStatus, b.secondaryStatus);
  return byStatus || a.fileDistrict - b.fileDistrict;
}
