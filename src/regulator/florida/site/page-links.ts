import type { FileList, FilePattern, PageLink } from '../../source/source.ts';
import { PLACEHOLDERS } from './site-files.ts';

/** The maximum number of characters read from a page. The regulator's page has about 100 kB. */
const PAGE_LENGTH_MAX = 2_000_000;
const HREFS_MAX = 10_000;
const LINKS_MAX = 500;
const HREF_LENGTH_MAX = 500;
const HREF = /\bhref\s*=\s*(?:"([^"<>]{1,500})"|'([^'<>]{1,500})'|([^\s"'<>]{1,500}))/gi;

export const SITE_URL = 'https://www2.myfloridalicense.com';

/**
 * Finds links on the regulator's page to files on the list, in page order, and returns the first link for
 * each file name. The page is not trusted: a link must lead to the site of `baseUrl` or, in a mirror's copy,
 * to the regulator's own site. It must not have a query, and it must end with a file name on the list.
 * Returns at most 500 links.
 */
export function findLinks(page: string, baseUrl: URL, list: FileList): PageLink[] {
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const pageUrl = new URL(`${prefix}${list.page || '/'}`, baseUrl);
  const matchers = list.files.map((pattern) => ({ pattern, expression: expressionOf(pattern) }));
  const links = new Map<string, PageLink>();
  let hrefs = 0;
  for (const [, double, single, bare] of page.slice(0, PAGE_LENGTH_MAX).matchAll(HREF)) {
    if (++hrefs > HREFS_MAX || links.size >= LINKS_MAX) break;
    const path = pathOf(double ?? single ?? bare ?? '', pageUrl, prefix);
    if (path === undefined) continue;
    const link = linkOf(path, matchers);
    if (link && !links.has(link.name)) links.set(link.name, link);
  }
  return [...links.values()];
}

/** Returns the path of a link relative to the base URL, or undefined for a link that is not accepted. */
function pathOf(href: string, pageUrl: URL, prefix: string): string | undefined {
  const url = URL.parse(href.trim().replaceAll('&amp;', '&'), pageUrl.href);
  if (url?.username !== '' || url.password !== '') return undefined;
  const isOwn = url.origin === pageUrl.origin;
  if (!isOwn && url.origin !== SITE_URL) return undefined;
  const { pathname } = url;
  const isPlain = url.search === '' && pathname.length <= HREF_LENGTH_MAX && /^\/[\w./~-]+$/.test(pathname);
  if (!isPlain) return undefined;
  if (!isOwn) return pathname;
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : undefined;
}

interface Matcher {
  readonly pattern: FilePattern;
  readonly expression: RegExp;
}

function linkOf(path: string, matchers: readonly Matcher[]): PageLink | undefined {
  const last = path.slice(path.lastIndexOf('/') + 1);
  for (const { pattern, expression } of matchers) {
    const match = expression.exec(last);
    if (!match) continue;
    // If a name has no placeholders, the match has no groups.
    const groups = match.groups ?? {};
    return { name: nameOf(pattern, groups), path, pattern: pattern.name, part: groups.period ?? '' };
  }
  return undefined;
}

/** Returns the name as spelled in the list, because a link may be capitalized differently. */
function nameOf({ name, period }: FilePattern, groups: Readonly<Record<string, string>>): string {
  return name.replace('{district}', groups.district ?? '').replace(period ?? '{}', groups.period ?? '');
}

const PARTS: Readonly<Record<string, string>> = {
  '{district}': '(?<district>[1-7])',
  '{years}': '(?<period>\\d{4})',
  '{sunday}': '(?<period>\\d{4}-\\d{2}-\\d{2})',
  '{year}': '(?<period>\\d{4})',
  '{month}': '(?<period>\\d{4})',
};

function expressionOf({ name }: FilePattern): RegExp {
  const plain = name.replaceAll(/[.]/g, '\\.');
  const source = PLACEHOLDERS.reduce((text, each) => text.replace(each, PARTS[each] ?? ''), plain);
  return new RegExp(`^${source}$`, 'i');
}
