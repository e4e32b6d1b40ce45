import { InvalidArgumentError } from 'commander';
import { AS_OF_EARLIEST } from '../config.ts';
import { WINDOW_MONTHS } from '../demo/florida/demo-calendar.ts';
import { MONTHS_MAX, VENDORS_MAX, VENDORS_MIN } from '../demo/florida/files/write-demo-files.ts';
import { parseIsoDate } from '../lib/time/dates.ts';

/** Options that several commands share. Each parser throws an error whose message is meant for the user. */

export function dayOption(text: string): string {
  const day = parseIsoDate(text);
  if (!day) throw new InvalidArgumentError('It must be a day, YYYY-MM-DD.');
  return day;
}

/**
 * Parses the day to use as today. It cannot be before the earliest allowed day, because no record is that
 * old.
 */
export function asOfOption(text: string): string {
  const day = dayOption(text);
  if (day < AS_OF_EARLIEST)
    throw new InvalidArgumentError(`It must be ${AS_OF_EARLIEST} or later: no file reaches further back.`);
  return day;
}

export function vendorsOption(text: string): number {
  const vendors = countOption(text);
  if (vendors < VENDORS_MIN || vendors > VENDORS_MAX)
    throw new InvalidArgumentError(`It must be a number from ${VENDORS_MIN} to ${VENDORS_MAX}.`);
  return vendors;
}

export function monthsOption(text: string): number {
  const months = countOption(text);
  if (months < WINDOW_MONTHS || months > MONTHS_MAX)
    throw new InvalidArgumentError(`It must be a number from ${WINDOW_MONTHS} to ${MONTHS_MAX}.`);
  return months;
}

export function countOption(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

const REASON_LENGTH_MAX = 500;

export function reasonOption(text: string): string {
  return readLine(text, 'It must say why.', REASON_LENGTH_MAX);
}

const NAME_LENGTH_MAX = 100;

export function nameOption(text: string): string {
  return readLine(text, 'It must be a name.', NAME_LENGTH_MAX);
}

function readLine(text: string, ifBlank: string, lengthMax: number): string {
  const line = text.trim();
  if (line === '') throw new InvalidArgumentError(ifBlank);
  // A direction mark would reverse the text after it when the line is displayed later.
  if (/\p{C}/u.test(line))
    throw new InvalidArgumentError('It must be one line without control characters or direction marks.');
  if (line.length > lengthMax)
    throw new InvalidArgumentError(`It must have at most ${lengthMax} characters.`);
  return line;
}
