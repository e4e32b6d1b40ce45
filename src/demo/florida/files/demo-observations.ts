import { createRandom, drawFrom, drawInt, type Random } from '../../../lib/random.ts';
import { REPORTING_ONLY_CATEGORY } from '../demo-categories.ts';
import type { DemoVisit } from '../demo-vendor.ts';
import * as chains from '../visit-chains.ts';
import { SENTENCES } from './sentences.ts';

/**
 * The share of visits whose citations have text. The other visits represent pages on the regulator's site
 * that were not read.
 */
const OBSERVED_SHARE = 0.7;
const CORRECTED_SHARE = 0.25;
const REPEAT_SHARE = 0.15;
/** The first of the sequence numbers that the regulator does not use. */
const FIRST_SEQUENCE = 90;
const TIERS = [undefined, 'High Priority', 'Intermediate', 'Basic'];

/**
 * The categories from which high-priority citations are drawn first. The regulator assigns tiers to finer
 * codes than these.
 */
const GRAVE_FIRST = [35, 3, 9, 12, 8, 41, 28, 27, 1, 22, 50, 53, 31, 11, 16, 2];

/**
 * Formats the text of a visit's citations as a member of the JSON object of observations; undefined if there
 * is no text. Each tier and category has as many citations as the inspection file counts.
 */
export function observationMember(visit: DemoVisit, seed: number, always: boolean): string | undefined {
  const random = createRandom(seed, visit.visitId);
  if (visit.categories.length === 0 || (!always && random() >= OBSERVED_SHARE)) return undefined;
  const tiers = tiersOf(visit);
  const drawn = new Map<number, { readonly first: number; readonly times: number }>();
  const seenAt = timeOfDay(random);
  const items = visit.categories.toSorted(graveFirst).map((category, position) => {
    const reported = category === REPORTING_ONLY_CATEGORY;
    // A visit never repeats a text. A category that is cited again gets the other text, and after that, a
    // different place.
    const times = drawn.get(category)?.times ?? 0;
    const first = drawn.get(category)?.first ?? drawInt(random, 2);
    drawn.set(category, { first, times: times + 1 });
    const index = (first + times) % 2;
    const place = times > 1 ? ` Counter ${times} too.` : '';
    // No two visits have exactly the same texts, which is also true of real data. Otherwise, the import would
    // assume that the texts belong to another visit.
    const seen = position === 0 ? ` Seen at ${seenAt}.` : '';
    const tier = reported ? undefined : (tiers.shift() ?? 'Basic');
    // Each code has a single severity, like the regulator's codes.
    const sequence = FIRST_SEQUENCE + index + 2 * TIERS.indexOf(tier);
    const code = `${String(category).padStart(2, '0')}A-${sequence}-1`;
    return {
      code,
      observation: `${tier === undefined ? '' : `${tier} - `}${sentence(random, category, index)}${place}${seen}${marks(random, visit, reported)}`,
    };
  });
  return `"${visit.visitId}": ${JSON.stringify(items)}`;
}

/** Returns a time during an inspector's working day. */
function timeOfDay(random: Random): string {
  const minutes = 8 * 60 + drawInt(random, 10 * 60);
  const hour = Math.floor(minutes / 60);
  return `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

function tiersOf({ high, intermediate, basic }: DemoVisit): string[] {
  return [
    ...new Array<string>(high).fill('High Priority'),
    ...new Array<string>(intermediate).fill('Intermediate'),
    ...new Array<string>(basic).fill('Basic'),
  ];
}

function sentence(random: Random, category: number, index: number): string {
  const found = SENTENCES.get(category);
  if (!found) return `Category ${category}: not in order.`;
  const remark = found.remarks[index] ?? drawFrom(random, found.remarks);
  return `${found.standard}${random() < 0.5 ? '\n' : ' '}${remark}`;
}

function marks(random: Random, { disposition, visitNumber }: DemoVisit, reported: boolean): string {
  if (reported) return '';
  const found: string[] = [];
  if (visitNumber === 1 && random() < CORRECTED_SHARE) found.push('Corrected On-Site');
  if (random() < REPEAT_SHARE) found.push('Repeat Violation');
  if (disposition === chains.WARNING) found.push('Warning');
  if (disposition === chains.COMPLAINT) found.push('Admin Complaint');
  if (/Time Extension/i.test(disposition)) found.push('Time Extended');
  return found.length === 0 ? '' : `  ${found.map((mark) => `**${mark}**`).join(' ')}`;
}

function graveFirst(a: number, b: number): number {
  return rank(a) - rank(b) || a - b;
}

function rank(category: number): number {
  const place = GRAVE_FIRST.indexOf(category);
  return place < 0 ? GRAVE_FIRST.length : place;
}
