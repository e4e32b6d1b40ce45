import { InvalidArgumentError } from 'commander';
import { parseIsoDate } from '../lib/dates.ts';

/** Options that several commands share; each parser throws in words for the user. */

export function dayOption(text: string): string {
  const day = parseIsoDate(text);
  if (!day) throw new InvalidArgumentError('It must be a day, YYYY-MM-DD.');
  return day;
}

export function countOption(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

const REASON_LENGTH_MAX = 500;

export function reasonOption(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new InvalidArgumentError('It must say why.');
  // In public text, a direction mark would reverse what follows.
  if (/\p{C}/u.test(reason))
    throw new InvalidArgumentError('It must be one line without control characters or direction marks.');
  if (reason.length > REASON_LENGTH_MAX)
    throw new InvalidArgumentError(`It must have at most ${REASON_LENGTH_MAX} characters.`);
  return reason;
}
