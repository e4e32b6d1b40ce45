import type { RawText } from './raw-files.ts';

/** Placeholders in a quote for a redacted name, number or address. */
const STRUCK = /\[name\]|\[phone\]|\[mail address\]/;
/**
 * Text that a placeholder can replace: up to four capitalized words, one lowercase word, a phone number or an
 * email address.
 */
const GAP =
  " ?(?:\\p{Lu}[\\p{L}.'’-]*(?: \\p{Lu}[\\p{L}.'’-]*){0,3}|\\p{Ll}[\\p{L}'’-]*|[(\\d][\\d() .-]{8,}|\\S+@\\S+) ?";
const TIERS = ['High Priority', 'Intermediate', 'Basic'] as const;
const MARK = /\*\*([^*]+)\*\*/g;

/**
 * Returns true if a quote is the inspector's text, word for word. The severity and the marks between
 * asterisks are shown separately, so the quote does not have them. Redacted parts may differ.
 */
export function isVerbatim(quote: string, { text }: RawText): boolean {
  const written = squeeze(text.replace(MARK, ' ').replace(/^(?:High Priority|Intermediate|Basic) - /, ''));
  const pieces = quote.split(STRUCK).map((piece) => squeeze(piece).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join(GAP)}$`, 'u').test(written);
}

/** Returns a text's severity and marks, in the order in which they are shown next to the text. */
export function marksOf({ text }: RawText): string[] {
  const tier = TIERS.find((each) => text.startsWith(`${each} - `));
  const marks = [...text.matchAll(MARK)].map(([, mark = '']) => sentenceCase(mark.trim()));
  return [...(tier ? [sentenceCase(tier)] : []), ...marks];
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function sentenceCase(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll('-', ' ')
    .replace(/^admin /, 'administrative ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
