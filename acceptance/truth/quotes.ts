import type { RawText } from './raw-files.ts';

/** What stands in a quote where a name, a number or an address stood. */
const STRUCK = /\[name\]|\[phone\]|\[mail address\]/;
/** What can have stood there: up to four words with capitals, one without, a number to call, a mail address. */
const GAP =
  " ?(?:\\p{Lu}[\\p{L}.'’-]*(?: \\p{Lu}[\\p{L}.'’-]*){0,3}|\\p{Ll}[\\p{L}'’-]*|[(\\d][\\d() .-]{8,}|\\S+@\\S+) ?";
const TIERS = ['High Priority', 'Intermediate', 'Basic'] as const;
const MARK = /\*\*([^*]+)\*\*/g;

/**
 * Whether a quote is the inspector's text, word by word: without its severity and its marks between asterisks, which are shown apart,
 * and but for what is struck out.
 */
export function isVerbatim(quote: string, { text }: RawText): boolean {
  const written = squeeze(text.replace(MARK, ' ').replace(/^(?:High Priority|Intermediate|Basic) - /, ''));
  const pieces = quote.split(STRUCK).map((piece) => squeeze(piece).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join(GAP)}$`, 'u').test(written);
}

/** The severity and the marks of a text, as they are shown beside it, in their order. */
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
