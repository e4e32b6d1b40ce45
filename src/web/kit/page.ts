import type { Language } from '../../lib/language.ts';
import { LANGUAGES } from '../../lib/language.ts';
import { inLanguage } from '../../lib/language-address.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from './html.ts';
import { FRAME } from './messages.ts';
import { strong } from './tags.ts';

/** Nothing but this site's own style sheet, images and forms; no script at all, so nothing connects but tools. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

interface PageOptions {
  readonly title: string;
  readonly description: string;
  /** Of a page that exists in every language, the one that it is in; its route has the config `TRANSLATED`. */
  readonly language?: Language;
  /** Whether the records shown are fictional; undefined before anything is published. */
  readonly fictional: boolean | undefined;
  /** The one full address of a public page, for search engines and for whoever passes it on. */
  readonly canonical?: string;
  /** Keeps the page out of search engines; pages of somebody signed in are kept out anyhow. */
  readonly robots?: 'noindex';
  /** The address in the main navigation that this page is. */
  readonly current?: string;
  /** Who is signed in, on pages that are for them alone; an operator is shown the way to the operators' pages. */
  readonly account?: { readonly name: string; readonly isOperator?: boolean } | undefined;
  readonly main: Html;
}

const SITE = 'Vendor Compliance';

type Links = readonly (readonly [href: string, name: keyof typeof FRAME.en & LinkName])[];
type LinkName =
  | ('search' | 'check' | 'verify' | 'events' | 'forOrganizers' | 'api')
  | ('yourEvents' | 'yourLicenses' | 'settings' | 'operator');

const NAVIGATION: Links = [
  ['/search', 'search'],
  ['/check', 'check'],
  ['/verify', 'verify'],
  ['/events', 'events'],
  ['/organizer', 'forOrganizers'],
  ['/docs', 'api'],
];

const ACCOUNT_NAVIGATION: Links = [
  ['/check', 'check'],
  ['/organizer', 'yourEvents'],
  ['/settings/licenses', 'yourLicenses'],
  ['/settings', 'settings'],
];

const OPERATOR_NAVIGATION: Links = [...ACCOUNT_NAVIGATION, ['/operator', 'operator']];

/** Places that are filled as a page is sent: the notice about old records, and what leads to the other language. */
export const NOTICE_PLACE = '<!--notices-->';
const NOTICES = html`<!--notices-->`;
export const HINT_PLACE = html`<!--language-hint-->`;
export const SWITCH_PLACE = html`<!--language-switch-->`;

/** The frame that every page shares. Fictional data says so at the top of each. */
export function renderPage(options: PageOptions): Html {
  const { title, description, fictional, current, account, main, language = 'en' } = options;
  const t = FRAME[language];
  const banner = fictional
    ? html`<aside class="banner" aria-label="${t.notice}">${t.demo({ strong })}</aside>`
    : '';
  const links = navigationOf(account).map(
    ([href, name]) =>
      html`<a href="${href}" ${href === current ? html`aria-current="page"` : ''}>${t[name]}</a>`,
  );
  const signOut = html`<form action="/sign-out" method="post"><button class="plain" type="submit">${t.signOut}</button></form>`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${title === SITE ? '' : ` · ${SITE}`}</title>
<meta name="description" content="${description}">${renderHeadMatter(options)}
<link rel="stylesheet" href="/assets/site.css">
<link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
</head>
<body>
<a class="skip" href="#main">${t.skip}</a>${NOTICES}${HINT_PLACE}
${banner}
<header><a class="brand" href="/">${SITE}</a><nav aria-label="${t.navigation}">${joinHtml(links, ' ')}${account ? signOut : ''}${SWITCH_PLACE}</nav></header>
<main id="main">
${main}
</main>
<footer><p>${t.independent({ regulator: REGULATOR.name })} <a href="/coverage">${t.coverage}</a>.</p></footer>
</body>
</html>
`;
}

function navigationOf(account: PageOptions['account']): Links {
  if (!account) return NAVIGATION;
  return account.isOperator ? OPERATOR_NAVIGATION : ACCOUNT_NAVIGATION;
}

function renderHeadMatter(options: PageOptions): Html {
  const { title, description, canonical, account, robots, language = 'en' } = options;
  const address = canonical && addressIn(canonical, language);
  const shared = address
    ? html`
<link rel="canonical" href="${address}">${renderAlternates(options)}
<meta property="og:site_name" content="${SITE}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">`
    : EMPTY_HTML;
  return robots || account ? html`${shared}\n<meta name="robots" content="noindex">` : shared;
}

/** The same page in every language, for search engines; whoever asks for none of them gets the English one. */
function renderAlternates({ canonical, language }: PageOptions): Html {
  if (!canonical || !language) return EMPTY_HTML;
  const links = [...LANGUAGES.map((each) => [each, each] as const), ['x-default', 'en'] as const].map(
    ([name, each]) => html`
<link rel="alternate" hreflang="${name}" href="${addressIn(canonical, each)}">`,
  );
  return joinHtml(links, '');
}

/** A full address of this site in a language. */
function addressIn(full: string, language: Language): string {
  const { origin, pathname, search } = new URL(full);
  const local = inLanguage(`${pathname}${search}`, language);
  return local === '/' && !full.endsWith('/') ? origin : `${origin}${local}`;
}
