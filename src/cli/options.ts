import { InvalidArgumentError } from 'commander';
import { parseIsoDate } from '../lib/dates.ts';

/** What several commands read from their options; each throws in words for whoever typed it. */

export function dayOption(text: string): string {
  const day = parseIsoDate(text);
  if (!day) throw new InvalidArgumentError('It must be a day, YYYY-MM-DD.');
  return day;
}

export function countOption(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
