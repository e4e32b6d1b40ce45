/**
 * HTML that is safe to put on a page unescaped. The class is not exported, so only `html` and `joinHtml` can
 * create such HTML, and both escape all text. `text` is an ordinary property because cached pages are
 * compared by value.
 */
class SafeHtml {
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export type Html = SafeHtml;

type HtmlPart = Html | string | number;

/**
 * The values that a template accepts. HTML is inserted unchanged, text is escaped, and null and undefined are
 * left out.
 */
type HtmlValue = HtmlPart | readonly HtmlPart[] | null | undefined;

export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = literals[0] ?? '';
  for (let index = 0; index < values.length; index++)
    text += toMarkup(values[index]) + (literals[index + 1] ?? '');
  return new SafeHtml(text);
}

export const EMPTY_HTML: Html = html``;

export function joinHtml(parts: readonly HtmlPart[], separator: HtmlPart): Html {
  return new SafeHtml(join(parts, toMarkup(separator)));
}

function join(parts: readonly HtmlPart[], between: string): string {
  let text = '';
  for (let index = 0; index < parts.length; index++)
    text += index === 0 ? toMarkup(parts[index]) : between + toMarkup(parts[index]);
  return text;
}

function toMarkup(value: HtmlValue): string {
  if (value instanceof SafeHtml) return value.toString();
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return value === null || value === undefined ? '' : join(value, '');
}

const SPECIAL = /["&'<=>]/g;

/**
 * Also escapes `=`, so that text in an unquoted attribute cannot start another attribute. Uses a loop for
 * speed: calling `replace` with a function made rendering a whole page a third slower.
 */
function escapeText(text: string): string {
  SPECIAL.lastIndex = 0;
  if (!SPECIAL.test(text)) return text;
  let escaped = '';
  let start = 0;
  do {
    const at = SPECIAL.lastIndex - 1;
    escaped += `${text.slice(start, at)}&#${text.charCodeAt(at)};`;
    start = SPECIAL.lastIndex;
  } while (SPECIAL.test(text));
  return escaped + text.slice(start);
}
