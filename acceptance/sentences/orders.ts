import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type OrderFields, orderCsv, orderRow } from '../../test/support/order-files.ts';
import { plusDays } from '../truth/days.ts';
import { type RawLicense, readRawFiles } from '../truth/raw-files.ts';

/** One in so many licenses gets an order in each month. */
const EACH = 3;
/** An order of over a year ago, and two of the year. */
const MONTHS = ['2025-02', '2025-11', '2026-02'] as const;
const FINES = ['$500.00', '1,234.5', '0', '$2,000'];

/** Adds the final orders of three months to a fictional state, those of a few restaurants among them. */
export async function writeOrders(folder: string, paths: readonly string[]): Promise<string[]> {
  const files = await readRawFiles(paths.filter((each) => each.endsWith('.csv')));
  const licenses = files.flatMap((file): readonly RawLicense[] =>
    file.kind === 'licenses' ? file.rows : [],
  );
  const ours = licenses.filter(({ type, number }) => /^201[34]$/.test(type) && number.length === 10);
  const numbers = [...new Set(ours.map(({ number }) => number))].sort();
  return Promise.all(
    MONTHS.map(async (month, at) => {
      const own = numbers.filter((_, index) => index % EACH === at);
      const rows = own.map((licenseNumber, index) => orderOf(licenseNumber, month, index));
      const restaurants = [1, 2, 3].map((last) => orderOf(`SEA139900${last}`, month, last));
      const file = path.join(folder, `rdar${month.slice(5)}${month.slice(2, 4)}.csv`);
      await writeFile(file, orderCsv([...rows, ...restaurants]));
      return file;
    }),
  );
}

function orderOf(licenseNumber: string, month: string, index: number): OrderFields {
  const orderedOn = `${month}-${String(1 + (index % 28)).padStart(2, '0')}`;
  return orderRow({
    licenseNumber,
    orderedOn,
    caseNumber: `${month.replace('-', '')}${1_000 + index}`,
    fine: FINES[index % FINES.length] ?? '',
    violations: String(1 + (index % 3)),
    violationOn: index === 5 ? '' : plusDays(orderedOn, -30 - ((index * 97) % 700)),
  });
}
