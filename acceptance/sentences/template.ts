import { dayOfWords } from '../truth/days.ts';
import type { Truth } from '../truth/truth.ts';

/**
 * A sentence that the service uses: text with typed slots, and the condition under which it is true for a
 * record. A slot is named after its type, with an optional number: {day}, {n2}, {letter}, {list}, {words},
 * {closings}, {quotes}.
 */
export interface Template {
  readonly text: string;
  readonly holds: (slots: Slots, truth: Truth) => boolean;
  /** True if no other sentence may come before or after this one. */
  readonly isLine?: true;
}

export interface Slots {
  /** Returns a date as YYYY-MM-DD, or an empty string if there is no such slot. */
  readonly day: (name?: string) => string;
  readonly n: (name?: string) => number;
  readonly words: (name?: string) => string;
  /** Returns the quoted texts, each with its date, as in: "text" (day); "text" (day). */
  readonly quotes: () => readonly { readonly text: string; readonly day: string }[];
}

const DAY = '[A-Z][a-z]+ \\d{1,2}, \\d{4}';
const TYPES: Readonly<Record<string, string>> = {
  day: DAY,
  n: '\\d[\\d,]*',
  words: '.+?',
  closings: `(?:on|by) ${DAY}(?:(?:, | and )(?:on|by) ${DAY})*`,
  letter: '[A-F]',
  decimal: '\\d+\\.\\d',
  id: '[0-9a-f-]{36}',
  number: '[A-Z]{0,3}\\d{7}',
  iso: '\\d{4}-\\d{2}-\\d{2}',
  owner: '(?:current|last known) owner',
  list: '\\d[\\w ,]*',
  code: '[0-9A-Z]{2,3}-\\d{2}-\\d+',
  quotes: `“[^”]+” \\(${DAY}\\)(?:; “[^”]+” \\(${DAY}\\))*`,
};

interface Compiled {
  readonly template: Template;
  readonly start: string;
  readonly names: readonly string[];
  /** `part` matches from a position in the text to a space or the end. `whole` matches only up to the end. */
  readonly part: RegExp;
  readonly whole: RegExp;
}

interface Found {
  readonly template: Template;
  readonly slots: Slots;
}

/** The sentences in a text, or the reason that it cannot be split in exactly one way. */
export type Reading =
  | { readonly type: 'read'; readonly found: readonly Found[] }
  | { readonly type: 'unknown' | 'ambiguous' };

/**
 * Creates a reader for texts that consist of these templates. A text is readable if the templates cover it
 * completely in exactly one way.
 */
export function createReader(templates: readonly Template[]): (text: string) => Reading {
  const compiled = templates.map(compile);
  const byStart = Map.groupBy(compiled, ({ start }) => start.charAt(0));
  const candidatesFor = (character: string) => [
    ...(byStart.get(character) ?? []),
    ...(byStart.get('') ?? []),
  ];
  const parsesFrom = (text: string, from: number, known: Map<number, Found[][]>): Found[][] => {
    const before = known.get(from);
    if (before) return before;
    const parses: Found[][] = [];
    for (const candidate of candidatesFor(text.charAt(from))) {
      if (!text.startsWith(candidate.start, from)) continue;
      const whole = matchAt(candidate, candidate.whole, text, from);
      if (whole) parses.push([whole.found]);
      const part = candidate.template.isLine ? undefined : matchAt(candidate, candidate.part, text, from);
      if (part && part.end < text.length)
        for (const rest of parsesFrom(text, part.end + 1, known)) parses.push([part.found, ...rest]);
    }
    // Two ways already make the text ambiguous, so any further ways do not matter.
    const few = parses.slice(0, 2);
    known.set(from, few);
    return few;
  };
  return (text) => {
    const parses = parsesFrom(text, 0, new Map());
    const [first, second] = parses;
    if (!first) return { type: 'unknown' };
    return second ? { type: 'ambiguous' } : { type: 'read', found: first };
  };
}

function compile(template: Template): Compiled {
  const names: string[] = [];
  const source = template.text
    .split(/\{([a-z]+\d*)\}/)
    .map((piece, index) => {
      if (index % 2 === 0) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(piece);
      return `(${TYPES[piece.replace(/\d+$/, '')]})`;
    })
    .join('');
  return {
    template,
    names,
    start: template.text.split('{')[0] ?? '',
    part: new RegExp(`${source}(?= )`, 'y'),
    whole: new RegExp(`${source}$`, 'y'),
  };
}

function matchAt({ template, names }: Compiled, pattern: RegExp, text: string, from: number) {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const values = new Map(names.map((name, index) => [name, match[index + 1] ?? '']));
  return { found: { template, slots: toSlots(values) }, end: pattern.lastIndex };
}

function toSlots(values: ReadonlyMap<string, string>): Slots {
  return {
    day: (name = 'day') => dayOfWords(values.get(name) ?? '') ?? '',
    n: (name = 'n') => Number((values.get(name) ?? '').replaceAll(',', '')),
    words: (name = 'words') => values.get(name) ?? '',
    quotes: () =>
      [...(values.get('quotes') ?? '').matchAll(/“([^”]+)” \(([^)]+)\)/g)].map(([, text = '', day = '']) => ({
        text,
        day: dayOfWords(day) ?? '',
      })),
  };
}

/** Creates a template for a sentence that does not make claims about a record. */
export function plain(text: string): Template {
  return { text, holds: () => true };
}

/**
 * Creates two templates for a sentence whose noun must agree with its number, such as "1 inspection" and "2
 * inspections".
 */
export function counted(
  singular: string,
  plural: string,
  holds: (count: number, truth: Truth, slots: Slots) => boolean,
): Template[] {
  return [
    { text: singular, holds: (slots, truth) => slots.n() === 1 && holds(1, truth, slots) },
    { text: plural, holds: (slots, truth) => slots.n() !== 1 && holds(slots.n(), truth, slots) },
  ];
}

/** Creates a template for a sentence that is a complete line. */
export function line(text: string, holds: Template['holds']): Template {
  return { text, holds, isLine: true };
}
