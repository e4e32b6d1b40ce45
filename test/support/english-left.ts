/**
 * Returns the English text left on a Spanish page: text, titles, and labels that contain a common English
 * word and are not marked with `lang="en"`. Text in `names` is ignored, because business and event names are
 * not translated.
 */
export function englishLeft(page: string, names: readonly string[] = []): string[] {
  return textsOf(page)
    .map((text) => names.reduce((rest, name) => rest.replaceAll(name, ' '), text.replace(ADDRESSES, ' ')))
    .filter((text) => ENGLISH.test(text))
    .map((text) => text.replace(/\s+/g, ' ').trim());
}

/**
 * Returns the lines of an email that contain a common English word. URLs and text written by other people are
 * ignored.
 */
export function englishLines(mail: string): string[] {
  const own = mail.split('\n').filter((line) => !line.startsWith('>'));
  return own.filter((line) => ENGLISH.test(line.replace(ADDRESSES, ' ')));
}

/**
 * Common words such that nearly every English sentence contains at least one of them. None is spelled like a
 * Spanish word.
 */
const ENGLISH =
  /(?<![\p{L}\p{N}])(?:the|and|with|your|you|are|was|were|not|from|this|that|which|have|of|to|for|is|it|its|we|our|if|an|by|on|or|at|be|been|will|can|may|must|when|until|there|here|what|who|how|any|all|none|yet|only|sign|send|sent|open|back|please)(?![\p{L}\p{N}])/iu;
/** URLs are ignored because an identifier in a URL can look like a word. */
const ADDRESSES = /https?:\S+/g;
const VOID = new Set(['meta', 'link', 'input', 'br', 'img', 'hr', 'source', 'wbr']);
const UNREAD = new Set(['style', 'script', 'svg']);
/** Attributes whose text is shown to people or read aloud. */
const READ = /\s(?:title|alt|aria-label|aria-description|placeholder|data-label|content)="([^"]*)"/g;

/** Returns all text on a page, including attributes, that is not marked as English. */
function textsOf(page: string): string[] {
  const texts: string[] = [];
  // The currently open elements. For each, whether its text is supposed to be in the page's own language.
  const open: { readonly name: string; readonly isRead: boolean }[] = [];
  for (const [, tag = '', text = ''] of page.matchAll(/(<[^>]*>)|([^<]+)/g)) {
    const isRead = open.at(-1)?.isRead ?? true;
    if (tag === '') {
      if (isRead) texts.push(decode(text));
      continue;
    }
    const name = /^<\/?([a-z][\w-]*)/i.exec(tag)?.[1]?.toLowerCase();
    if (name === undefined) continue;
    if (tag.startsWith('</')) {
      const at = open.findLastIndex((each) => each.name === name);
      if (at >= 0) open.length = at;
      continue;
    }
    const isOwn = isRead && !/\slang="en"/.test(tag) && !UNREAD.has(name);
    if (isOwn && !isTechnical(tag))
      for (const [, value = ''] of tag.matchAll(READ)) texts.push(decode(value));
    if (!VOID.has(name) && !tag.endsWith('/>')) open.push({ name, isRead: isOwn });
  }
  return texts;
}

/**
 * Returns true for tags whose text is only for browsers and search engines. The page description is not one
 * of them.
 */
function isTechnical(tag: string): boolean {
  return (
    /^<(?:meta|link)/.test(tag) && !/(?:name="description"|property="og:(?:title|description)")/.test(tag)
  );
}

function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)));
}
