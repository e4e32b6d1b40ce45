import { cleanText } from '../../../lib/text/text.ts';
import type { RowContext } from './parse-row.ts';

/**
 * The contact data of a license holder in a license file. Nothing here refuses a row: the license counts with
 * any address. Some vintages and rows have no contact; then the texts are empty.
 */
interface Contact {
  /** Lines as on an envelope; empty without a city and a street or box. */
  readonly mailingAddress: string;
  readonly phone: string;
}

const LINE_LENGTH_MAX = 100;
const PHONE_LENGTH_MAX = 40;
/** Fewer digits are not a phone number: some files have the county's code in this column. */
const PHONE_DIGITS_MIN = 7;

/** Reads the mailing address and first phone of a row. */
export function readContact(
  cell: (title: string) => string | undefined,
  context: Pick<RowContext, 'warn'>,
): Contact {
  const line = (title: string) => cleanText(cell(title) ?? '').text.slice(0, LINE_LENGTH_MAX);
  const streets = ['mailing street address', 'mailing address line 2', 'mailing address line 3']
    .map(line)
    .filter((each) => each !== '');
  const city = line('mailing city');
  const stateAndZip = [line('mailing state code'), line('mailing zip code')].filter((each) => each !== '');
  const place = [city, stateAndZip.join(' ')].filter((each) => each !== '').join(', ');
  const lines = [line('mailing name'), ...streets, place].filter((each) => each !== '');
  const phones = ['primary phone number', 'secondary phone number'].map((title) =>
    cleanText(cell(title) ?? '').text.slice(0, PHONE_LENGTH_MAX),
  );
  if (streets.length > 0 && city === '') context.warn('mailing_city_blank');
  if (streets.length === 0 && cell('mailing street address') !== undefined)
    context.warn('mailing_street_blank');
  return {
    mailingAddress: streets.length > 0 && city !== '' ? lines.join('\n') : '',
    phone: phones.find((phone) => phone.replace(/\D/g, '').length >= PHONE_DIGITS_MIN) ?? '',
  };
}
