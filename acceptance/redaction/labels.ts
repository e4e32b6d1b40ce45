import { hash } from 'node:crypto';
import { isCovered, overlap, type Span } from './spans.ts';

/** A part of a text, and a person's judgment about whether it is someone's name. */
interface Label extends Span {
  readonly isName: boolean;
}

export type Labels = ReadonlyMap<string, readonly Label[]>;

/** Returns a key that identifies a text, because the labels do not contain the text itself. */
export function textKey(text: string, category: number): string {
  return hash('sha256', `${category} ${text}`).slice(0, 16);
}

/**
 * Reads lines with `name` or `other`, key, start and end, separated by tabs. Any other line has not been
 * judged yet.
 */
export function readLabels(content: string): Labels {
  const labels = new Map<string, Label[]>();
  for (const line of content.split('\n')) {
    const [label, key = '', start, end] = line.split('\t');
    if (label !== 'name' && label !== 'other') continue;
    const entry = { start: Number(start), end: Number(end), isName: label === 'name' };
    labels.set(key, [...(labels.get(key) ?? []), entry]);
  }
  return labels;
}

interface Judgment {
  readonly names: number;
  /** Names with at least one letter that was not redacted. */
  readonly misses: readonly Span[];
  readonly strikes: number;
  readonly overStrikes: readonly Span[];
  /** Redactions in parts of the text that have not been judged. */
  readonly notJudged: readonly Span[];
}

/** Compares the redactions in one text with its labels. */
export function judge(text: string, struck: readonly Span[], labels: readonly Label[]): Judgment {
  const names = labels.filter(({ isName }) => isName);
  const others = labels.filter(({ isName }) => !isName);
  const wrong = struck.filter((span) => !names.some((name) => overlap(name, span)));
  return {
    names: names.length,
    misses: names.filter((name) => !isCovered(text, name, struck)),
    strikes: struck.length,
    overStrikes: wrong.filter((span) => others.some((other) => overlap(other, span))),
    notJudged: wrong.filter((span) => !others.some((other) => overlap(other, span))),
  };
}
