import { statusPrecedence } from '../licenses/status.ts';
import type { FactLicense } from './facts.ts';

/**
 * Which of two rows for one number speaks, as an order: a row still on file before one that is gone; then the current
 * holder's; then the district's number.
 */
export function speaksFirst(a: FactLicense, b: FactLicense): number {
  if (a.onFile !== b.onFile) return a.onFile ? -1 : 1;
  const byStatus =
    statusPrecedence(a.primaryStatus, a.secondaryStatus) -
    statusPrecedence(b.primaryStatus, b.secondaryStatus);
  return byStatus || a.fileDistrict - b.fileDistrict;
}
