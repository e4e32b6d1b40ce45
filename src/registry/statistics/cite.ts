import { REGULATOR } from '../sources/regulator.ts';

/** The line with which statistics may be cited; it says what they are made from. */
export function citationOf(
  { asOf, fictional }: { readonly asOf: string; readonly fictional: boolean },
  baseUrl: string,
): string {
  const source = fictional
    ? 'fictional demo data; not to be cited as fact'
    : `computed from public records of the ${REGULATOR.office}`;
  return `Vendor Compliance Read API, ${baseUrl}/florida, as of ${asOf}; ${source}.`;
}
