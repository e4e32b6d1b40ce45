import { REGULATOR } from '../sources/regulator.ts';
import type { FactLicense } from './facts.ts';

/**
 * Orders the rows of one license number; the first is in use. A row still on file comes before one that is gone, then
 * the current holder's before others, then the lower district's.
 */
export function compareLicensePrecedence(a: FactLicense, b: FactLicense): number {
  if (a.onFile !== b.onFile) return a.onFile ? -1 : 1;
  const byStatus =
    REGULATOR.licenses.precedenceOf(a.primaryStatus, a.secondaryStatus) -
    REGULATOR.licenses.precedenceOf(b.primaryStatus, b.secondaryStatus);
  return byStatus || a.fileDistrict - b.fileDistrict;
}
