import { REGULATOR } from '../../registry/sources/regulator.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from './html.ts';

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

const NAVIGATION: readonly (readonly [href: string, name: string])[] = [
  ['/search', 'Search'],
  ['/check', 'Check'],
  ['/verify', 'Verify'],
  ['/events', 'Events'],
  ['/organizer', 'For organizers'],
  ['/docs', 'API'],
];

const ACCOUNT_NAVIGATION: typeof NAVIGATION = [
  ['/check', 'Check'],
  ['/organizer', 'Your events'],
  ['/settings/licenses', 'Your licenses'],
  ['/settings', 'Settings'],
];

const OPERATOR_NAVIGATION: typeof NAVIGATION = [...ACCOUNT_NAVIGATION, ['/operator', 'Operator']];

const SIGN_OUT = html`<form action="/sign-out" method="post"><button class="plain" type="submit">Sign out</button></form>`;

const SKIP_LINK = html`<a class="skip" href="#main">Skip to the content</a>`;
/** Where the notice about old records stands in a page; the page itself has none. */
export const NOTICE_PLACE = `${SKIP_LINK}`;

/** The frame that every page shares. Fictional data says so at the top of each. */
export function renderPage(options: PageOptions): Html {
  const { title, description, fictional, current, account, main } = options;
  const banner = fictional
    ? html`<aside class="banner" aria-label="Notice"><strong>Demo data.</strong> Every business on this site is fictional.</aside>`
    : '';
  const links = navigationOf(account).map(
    ([href, name]) =>
      html`<a href="${href}" ${href === current ? html`aria-current="page"` : ''}>${name}</a>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${title === SITE ? '' : ` · ${SITE}`}</title>
<meta name="description" content="${description}">${renderHeadMatter(options)}
<link rel="stylesheet" href="/assets/site.css">
<link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
</head>
<body>
${SKIP_LINK}
${banner}
<header><a class="brand" href="/">${SITE}</a><nav aria-label="Main">${joinHtml(links, ' ')}${account ? SIGN_OUT : ''}</nav></header>
<main id="main">
${main}
</main>
<footer><p>Independent reading of public records of the ${REGULATOR.name}, which grades nobody. Each inspection is a snapshot of one day. <a href="/coverage">What the files cover</a>.</p></footer>
</body>
</html>
`;
}

function navigationOf(account: PageOptions['account']): typeof NAVIGATION {
  if (!account) return NAVIGATION;
  return account.isOperator ? OPERATOR_NAVIGATION : ACCOUNT_NAVIGATION;
}

function renderHeadMatter({ title, description, canonical, account, robots }: PageOptions): Html {
  const shared = canonical
    ? html`
<link rel="canonical" href="${canonical}">
<meta property="og:site_name" content="${SITE}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">`
    : EMPTY_HTML;
  return robots || account ? html`${shared}\n<meta name="robots" content="noindex">` : shared;
}
