import { WorkbookProblem } from './workbook-problem.ts';

/**
 * The maximum size of a tag, comment or CDATA section, in bytes. Those written by spreadsheet programs have
 * fewer than 1,000.
 */
const TOKEN_LENGTH_MAX = 16 * 1024;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const COLON = 58;
const GREATER = 62;
const NOTHING = Buffer.alloc(0);
const COMMENT = '!--';
const CDATA = '![CDATA[';
/**
 * Matches an attribute. The lookbehind prevents a long name without a value from being matched again from
 * each of its letters.
 */
const ATTRIBUTE = /(?<![^\s=/"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITY = /&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|amp|lt|gt|quot|apos);/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Excel's escape sequence for a character that XML does not allow. */
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/**
 * Receives the tokens of an XML document in order. Text arrives in pieces, as raw bytes in a Latin-1 string:
 * see {@link decodeXmlText}.
 */
export interface XmlHandler {
  /** Receives the contents of a tag without its angle brackets: `c r="A1"`, `/c`, `c r="A1"/`. */
  tag(tag: string): void;
  text(bytes: string): void;
}

/** Splits XML into tags and text as its bytes arrive, and buffers at most one token. */
export class XmlTokens {
  readonly #handler: XmlHandler;
  /** The beginning of a token whose end has not arrived yet. */
  #begun: Buffer = NOTHING;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /**
   * Passes the tokens in a chunk to the handler. Throws a {@link WorkbookProblem} for a token that is too
   * long, or for a document type, which could declare entities.
   */
  read(chunk: Buffer): void {
    const bytes = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk]);
    // Concatenating two strings instead would be slow: V8 would flatten them again at each access.
    const text = bytes.toString('latin1');
    this.#begun = NOTHING;
    let at = 0;
    while (at < text.length) {
      const open = text.indexOf('<', at);
      if (open !== at) this.#handler.text(text.slice(at, open < 0 ? text.length : open));
      if (open < 0) return;
      const end = endOfToken(text, open);
      if (end < 0) {
        this.#begun = bytes.subarray(open);
        if (this.#begun.length > TOKEN_LENGTH_MAX) throw unusual();
        return;
      }
      this.#take(text.slice(open + 1, end));
      at = end + 1;
    }
  }

  /** Must be called after the last chunk. Throws a {@link WorkbookProblem} if a token is unterminated. */
  end(): void {
    if (this.#begun.length > 0) throw unusual();
  }

  #take(token: string): void {
    if (token.charCodeAt(0) === 33) {
      if (token.startsWith(CDATA)) this.#handler.text(escapeXml(token.slice(CDATA.length, -2)));
      else if (!token.startsWith(COMMENT)) throw unusual();
    } else if (token.charCodeAt(0) !== 63) this.#handler.tag(token);
  }
}

/**
 * Returns the position of the ">" that ends the token starting at `open`, or -1 if it has not arrived yet.
 */
function endOfToken(text: string, open: number): number {
  const kind = text[open + 1];
  if (kind === '/') return text.indexOf('>', open);
  if (kind === '?') return endOf(text, '?>', open);
  if (kind === '!') {
    const begin = text.slice(open + 1, open + 1 + CDATA.length);
    if (begin.startsWith(COMMENT)) return endOf(text, '-->', open + 1 + COMMENT.length);
    if (begin === CDATA) return endOf(text, ']]>', open);
    if (COMMENT.startsWith(begin) || CDATA.startsWith(begin)) return -1;
  }
  let quote = 0;
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code;
    else if (code === GREATER) return at;
  }
  return -1;
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length - 1;
}

/**
 * Returns an element's name without its prefix. The name of an end tag begins with a slash: `row`, `/row`.
 */
export function elementName(tag: string): string {
  const begin = tag.charCodeAt(0) === SLASH ? 1 : 0;
  let name = begin;
  for (let at = begin; at < tag.length; at++) {
    const code = tag.charCodeAt(at);
    if (code === COLON) name = at + 1;
    else if (code === SLASH || code <= SPACE) return nameBetween(tag, begin, name, at);
  }
  return nameBetween(tag, begin, name, tag.length);
}

function nameBetween(tag: string, begin: number, from: number, to: number): string {
  if (from === begin) return to === tag.length ? tag : tag.slice(0, to);
  return `${begin === 1 ? '/' : ''}${tag.slice(from, to)}`;
}

/**
 * Returns a tag's attributes by name, including any prefix. Throws a {@link WorkbookProblem} if an attribute
 * is repeated.
 */
export function readAttributes(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  if (!tag.includes('=')) return attributes;
  for (const [, name = '', double, single = ''] of tag.matchAll(ATTRIBUTE)) {
    if (attributes.has(name)) throw unusual();
    attributes.set(name, decodeEntities(decodeUtf8(double ?? single)));
  }
  return attributes;
}

/**
 * Decodes raw bytes into characters, and resolves entities and Excel's escape sequences. Entities that XML
 * does not define are left unchanged.
 */
export function decodeXmlText(bytes: string): string {
  const text = decodeEntities(decodeUtf8(bytes));
  return text.includes('_x')
    ? text.replaceAll(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

function decodeUtf8(bytes: string): string {
  // A substring would keep the longer string in memory, so even ASCII text is copied.
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/** Escapes the contents of a CDATA section, in which "&" is not escaped. */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;');
}

function unusual(): WorkbookProblem {
  return WorkbookProblem.damaged('it holds what spreadsheet programs do not write');
}
