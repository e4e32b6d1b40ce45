import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Truck } from './spreadsheet.ts';

export interface DecidedTruck extends Truck {
  readonly verdict: string;
}

const COLUMN = { rank: 3, name: 14, city: 19, number: 27, primary: 28, secondary: 29 } as const;
const ASKED_AT_ONCE = 200;

/**
 * Lists food trucks in the invented files that have a current license and a unique name, with today's
 * verdicts.
 */
export async function listTrucks(folder: string, origin: string, day: string): Promise<DecidedTruck[]> {
  const rows = readdirSync(folder)
    .filter((name) => /^hrfood\d\.csv$/.test(name))
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\r\n').slice(1))
    .map((line) => line.slice(1, -1).split('","'))
    .filter(
      (row) => row[COLUMN.rank] === 'MFDV' && row[COLUMN.primary] === '20' && row[COLUMN.secondary] === '20',
    );
  const all = rows.map((row): Truck => {
    const [number = '', name = '', city = ''] = [row[COLUMN.number], row[COLUMN.name], row[COLUMN.city]];
    return { number, name, city };
  });
  const unique = all.filter(({ name }) => all.filter((other) => other.name === name).length === 1);
  const asked = unique.slice(0, ASKED_AT_ONCE);
  const answer = await fetch(`${origin}/api/v1/decisions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      vendors: asked.map(({ number }) => ({ license_number: number })),
      event_type: 'festival',
      event_date: day,
    }),
  });
  const { data } = (await answer.json()) as { data: { decision: { verdict: string } | null }[] };
  return asked.flatMap((truck, index) => {
    const verdict = data[index]?.decision?.verdict;
    return verdict === undefined ? [] : [{ ...truck, verdict }];
  });
}

/** Picks the requested number of trucks for each verdict, in this order. */
export function pick(
  trucks: readonly DecidedTruck[],
  wanted: Readonly<Record<string, number>>,
): DecidedTruck[] {
  return Object.entries(wanted).flatMap(([verdict, count]) => {
    const found = trucks.filter((truck) => truck.verdict === verdict).slice(0, count);
    if (found.length < count) throw new Error(`only ${found.length} trucks are ${verdict}`);
    return found;
  });
}
