import { EMPTY_HTML, type Html, html } from './html.ts';
import { DEMO_BANNER, PLACES, renderFooter, renderHeader, type ShownAccount, SITE } from './site-frame.ts';

/** Nothing but this site's own style sheet, fonts, images and forms; no script at all, so nothing connects but tools. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

interface PageOptions {
  readonly title: string;
  readonly description: string;
  /** Whether the records shown are fictional; undefined before anything is published, or where nobody looked. */
  readonly fictional: boolean | undefined;
  /** The one full address of a public page, for search engines and for whoever passes it on. */
  readonly canonical?: string;
  /** The full address of a picture for whoever passes the page on. */
  readonly image?: string;
  /** Keeps the page out of search engines; pages of somebody signed in are kept out anyhow. */
  readonly robots?: 'noindex';
  /** The address in a menu that this page is. */
  readonly current?: string;
  /** Who is signed in, on pages that are for them alone; other pages learn it as they are sent. */
  readonly account?: ShownAccount | undefined;
  readonly main: Html;
}

/** The frame that every page shares. Fictional data says so at the top of each. */
export function renderPage(options: PageOptions): Html {
  const { title, description, fictional, current, account, main } = options;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${title === SITE ? '' : ` · ${SITE}`}</title>
<meta name="description" content="${description}">${renderHeadMatter(options)}
<link rel="preload" href="${TEXT_FONT}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/site.css">
<link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${fictional === undefined ? PLACES.demo : fictional ? DEMO_BANNER : EMPTY_HTML}
${PLACES.notices}
${renderHeader(current, account)}
<main id="main">
${main}
</main>
${renderFooter()}
</body>
</html>
`;
}

/** The font of nearly every letter: fetched with the style sheet, not after it. */
export const TEXT_FONT = '/assets/fonts/public-sans-5.3.0-latin.woff2';

function renderHeadMatter({ title, description, canonical, image, account, robots }: PageOptions): Html {
  const shared = canonical
    ? html`
<link rel="canonical" href="${canonical}">
<meta property="og:site_name" content="${SITE}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">${image ? html`\n<meta property="og:image" content="${image}">` : ''}`
    : EMPTY_HTML;
  return robots || account ? html`${shared}\n<meta name="robots" content="noindex">` : shared;
}
