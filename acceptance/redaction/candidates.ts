import { GIVEN_NAMES } from '../../src/regulator/florida/observations/observation-words.ts';
import { overlap, type Span } from './spans.ts';

/**
 * This pattern deliberately matches more than the redaction rules do. A person decides which matches are
 * names.
 */
const AFTER_ROLE =
  /(?<!\p{L})(?:employee|cook|chef|manager|mgr|owner|operator|pic|person in charge|server|wait(?:er|ress)|bartender|cashier|dishwasher|host(?:ess)?|supervisor|handler|hire|attendant|staff|worker|reviewer|inspector|named?|per|mrs?|ms)s?(?!\p{L})[ ,.:(–-]{1,3}(\p{L}[\p{L}'’-]*)/giu;
const CAPITAL_INSIDE = /(?<=[\p{Ll}\d,(] )(\p{Lu}[\p{L}'’-]*)/gu;
const WORD = /(\p{L}[\p{L}'’-]*)/gu;

/** Finds each word in a text that could be part of a name but was not redacted. */
export function findCandidates(text: string, struck: readonly Span[]): Span[] {
  const found = new Map<number, Span>();
  for (const pattern of [AFTER_ROLE, CAPITAL_INSIDE, WORD])
    for (const match of text.matchAll(pattern)) {
      const [whole, word = ''] = match;
      if (pattern === WORD && !GIVEN_NAMES.has(word.toLowerCase())) continue;
      const end = match.index + whole.length;
      const span = { start: end - word.length, end };
      if (!struck.some((other) => overlap(span, other))) found.set(span.start, span);
    }
  return [...found.values()].sort((a, b) => a.start - b.start);
}
