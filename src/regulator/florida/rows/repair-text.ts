import { cleanText, ownText } from '../../../lib/text/text.ts';

/** Repairs damage that other programs do to text. Each kind of repair has its own warning. */

/** Matches ¿ between letters, with or without an apostrophe next to it. */
const LOST_APOSTROPHE = /(?<=\p{L})(?:'?¿|¿')(?=\p{L})/gu;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,6}));/g;
/** Matches control, format and private-use characters, and separators. */
const UNSEEN = /[\p{C}\p{Z}]/u;
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
];
/** The entity names for the characters from À to ÿ, in code order. */
const LATIN_LETTERS =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_LETTERS.split(' ').map((name, at) => [name, String.fromCodePoint(0xc0 + at)] as const),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—' }),
]);

/**
 * Returns the text on a single line, with damage repaired. Possible warnings: `double_encoding_repaired`,
 * `entity_decoded`, `apostrophe_repaired`, `quotes_stripped`.
 */
export function repairText(cell: string, context: { warn(code: string): void }): string {
  const { text, repaired } = cleanText(cell);
  if (repaired) context.warn('double_encoding_repaired');
  const repair = (before: string, after: string, warning: string) => {
    if (after !== before) context.warn(warning);
    return after;
  };
  const decoded = text.includes('&') ? repair(text, decodeEntities(text), 'entity_decoded') : text;
  const whole = decoded.includes('¿')
    ? repair(decoded, decoded.replace(LOST_APOSTROPHE, "'"), 'apostrophe_repaired')
    : decoded;
  return ownText(repair(whole, stripQuotes(whole), 'quotes_stripped'));
}

/**
 * Decodes entities only once, so that "&amp;quot;" becomes "&quot;". Entities for invisible characters are
 * not decoded.
 */
function decodeEntities(text: string): string {
  const decoded = text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED_ENTITIES.get(name) ?? entity;
    return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)) ?? entity;
  });
  return cleanText(decoded).text;
}

/**
 * Returns the character for a code, or undefined if it is invisible. Like browsers, it treats codes 128 to
 * 159 as Windows-1252.
 */
function characterOf(code: number): string | undefined {
  if (code === 0x20 || code === 0xa0) return ' ';
  if (code > 0x10ffff) return undefined;
  const { text } = cleanText(String.fromCodePoint(code));
  return text === '' || UNSEEN.test(text) ? undefined : text;
}

/** Strips quotes around the whole text. Quotes inside the text are part of the name. */
function stripQuotes(text: string): string {
  let stripped = text;
  for (let isStripped = true; isStripped; ) {
    const pair = PAIRS.find(([open, close]) => isQuoted(stripped, open, close));
    isStripped = pair !== undefined;
    if (isStripped) stripped = stripped.slice(1, -1).trim();
  }
  return stripped;
}

function isQuoted(text: string, open: string, close: string): boolean {
  if (text.length < 3 || !text.startsWith(open) || !text.endsWith(close)) return false;
  const inside = text.slice(1, -1);
  if (!/[\p{L}\p{N}]/u.test(inside)) return false;
  // The text `"BIG" AND "BAD"` has two pairs of quotes. An apostrophe inside a word is not a quote.
  const quotesInside = open === "'" ? /(?:^|\s)'|'(?:\s|$)/ : new RegExp(`[${open}${close}]`);
  const isDoubled = inside.startsWith(open) && inside.endsWith(close) && isQuoted(inside, open, close);
  return isDoubled || !quotesInside.test(inside);
}
