import type { RawText } from './raw-files.ts';

/** What stands in a quote where a name, a number or an address stood. */
const STRUCK = /\[name\]|\[phone\]|\[mail address\]/;
const TIERS = ['High Priority', 'Intermediate', 'Basic'] as const;
const MARK = /\*\*([^*]+)\*\*/g;

/**
 * Whether a quote is the inspector's text, word by word: without its severity and its marks between asterisks, which are shown apart,
 * and but for what is struck out.
 */
export function isVerbatim(quote: string, { text }: RawText): boolean {
  const written = squeeze(text.replace(MARK, ' ').replace(/^(?:High Priority|Intermediate|Basic) - /, ''));
  const pieces = quote.split(STRUCK).map(squeeze);
  if (pieces.length === 1) return pieces[0] === written;
  if (!written.startsWith(pieces[0] ?? '') || !written.endsWith(pieces.at(-1) ?? '')) return false;
  let from = 0;
  return pieces.every((piece) => {
    const at = written.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
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
