import { LANGUAGES, type Language } from './language.ts';

/**
 * The first path segment is the page's language: `/es/check` is `/check` in Spanish. English has no prefix,
 * so that every printed URL stays valid.
 */

const PREFIXED = new RegExp(`^/(${LANGUAGES.filter((each) => each !== 'en').join('|')})(?=[/?]|$)`);

/** Returns the language in a URL, and the URL without it. */
export function splitLanguage(url: string): { readonly language: Language; readonly url: string } {
  const prefix = PREFIXED.exec(url)?.[1];
  const language = (prefix && LANGUAGES.find((each) => each === prefix)) || 'en';
  const rest = language === 'en' ? url : url.slice(language.length + 1);
  return { language, url: rest.startsWith('/') ? rest : `/${rest}` };
}

/**
 * URLs that programs read, pages that are only in English, and files that are the same in every language. The
 * contract lists the monitoring checkout among the API endpoints, but it is a page. Organizers' settings are
 * in English, except for team invitations.
 */
const ENGLISH_PAGES = String.raw`settings\/(?:api-keys|calendar|webhooks|team(?!\/join\/))|docs|embed|organizer|operator`;
const ENGLISH_PAGE = new RegExp(String.raw`^\/(?:${ENGLISH_PAGES})(?:\/|$)`);
const ENGLISH_ONLY = new RegExp(
  String.raw`^\/(?:\/|(?:api(?!\/vendor-pro\/checkout(?:\/|$))|${ENGLISH_PAGES}|assets|language|openapi\.json|healthz|readyz|favicon\.ico|\.well-known)(?:\/|$))|\.(?:csv|ics|png|svg|txt|xml)$`,
);

/** Returns the URL of a page on this site in a language. A page that exists only in English keeps its URL. */
export function inLanguage(path: string, language: Language): string {
  const [place = ''] = path.split(/[?#]/, 1);
  if (language === 'en' || !place.startsWith('/') || ENGLISH_ONLY.test(place) || PREFIXED.test(place))
    return path;
  return `/${language}${place === '/' ? path.slice(1) : path}`;
}

/** Returns true if the path leads to a page that exists only in English. */
export function isEnglishPage(path: string): boolean {
  const [place = ''] = path.split(/[?#]/, 1);
  return ENGLISH_PAGE.test(place);
}
