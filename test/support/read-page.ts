/** The links and forms on one of our pages. Our own markup is regular enough to parse with patterns. */
interface PageParts {
  /** The linked URLs on this site. */
  readonly links: readonly string[];
  readonly forms: readonly FoundForm[];
}

export interface Field {
  readonly name: string;
  /** The input's type, or `textarea` or `select`. */
  readonly type: string;
  readonly value: string;
  /**
   * The values to choose from, if the field is a select or consists of radio buttons, checkboxes, or buttons.
   */
  readonly options: readonly string[];
}

interface FoundForm {
  readonly action: string;
  readonly method: 'get' | 'post';
  readonly isMultipart: boolean;
  readonly fields: readonly Field[];
}

const FORM = /<form\b([^>]*)>([\s\S]*?)<\/form>/g;
const CONTROL =
  /<(input|textarea|select|button)\b([^>]*)>([\s\S]*?)(?=<(?:input|textarea|select|button|\/form)\b|$)/g;
const OPTION = /<option\b([^>]*)>/g;

/** Returns the links and forms on the page at `address`. */
export function readPage(html: string, address: string): PageParts {
  const links = [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].flatMap(([, href = '']) => {
    const local = resolve(unescapeHtml(href), address);
    return local === undefined ? [] : [local];
  });
  const forms = [...html.matchAll(FORM)].flatMap(([, attributes = '', content = '']) => {
    const action = resolve(attribute(attributes, 'action') ?? address, address);
    if (action === undefined) return [];
    const method = attribute(attributes, 'method') === 'post' ? ('post' as const) : ('get' as const);
    const isMultipart = attribute(attributes, 'enctype') === 'multipart/form-data';
    return [{ action, method, isMultipart, fields: readFields(content) }];
  });
  return { links: [...new Set(links)], forms };
}

/**
 * Returns a form's fields. Controls that share a name make up one field. The values of radio buttons,
 * checkboxes, buttons, and select options are its options.
 */
function readFields(content: string): Field[] {
  const fields = new Map<string, { type: string; value: string; options: string[] }>();
  for (const [, tag = '', attributes = '', inner = ''] of `${content}</form>`.matchAll(CONTROL)) {
    const name = attribute(attributes, 'name');
    if (name === undefined) continue;
    const type = tag === 'input' ? (attribute(attributes, 'type') ?? 'text') : tag;
    const field = fields.get(name) ?? { type, value: '', options: [] };
    const value = attribute(attributes, 'value') ?? '';
    if (tag === 'select')
      field.options.push(
        ...[...inner.matchAll(OPTION)].map(([, each = '']) => attribute(each, 'value') ?? ''),
      );
    else if (['radio', 'checkbox', 'button'].includes(type)) field.options.push(value);
    else field.value = tag === 'textarea' ? unescapeHtml(inner.replace(/<\/textarea>[\s\S]*/, '')) : value;
    fields.set(name, field);
  }
  return [...fields].map(([name, field]) => ({ name, ...field }));
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
}

function unescapeHtml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

/** Returns the path and query of a URL on this site; undefined for any other URL and for a bare fragment. */
function resolve(href: string, address: string): string | undefined {
  if (href.startsWith('#')) return undefined;
  const base = 'http://this.site';
  if (!URL.canParse(href, `${base}${address}`)) return undefined;
  const url = new URL(href, `${base}${address}`);
  return url.origin === base ? `${url.pathname}${url.search}` : undefined;
}
