import { REGULATOR } from '../source/regulator.ts';

interface ListedLicense {
  /** True if the newest file of its district still lists it. */
  readonly onFile: boolean;
  readonly primaryStatus: string;
  readonly secondaryStatus: string;
  readonly fileDistrict: number;
}

/**
 * Orders the rows of one license number. The first is in use. A row still on file comes before one that is
 * gone, then the current holder's row, then the lower district's. The newer file does not come first:
 * districts renew their files in turn, so the row in use, and with it the holder, would change back and
 * forth.
 */
export function compareLicensePrecedence(a: ListedLicense, b: ListedLicense): number {
  if (a.onFile !== b.onFile) return a.onFile ? -1 : 1;
  const byStatus =
    REGULATOR.licenses.precedenceOf(a.primaryStatus, a.secondaryStatus) -
    REGULATOR.licenses.precedenceOf(b.primaryStatus, b.secondaryStatus);
  return byStatus || a.fileDistrict - b.fileDistrict;
}
