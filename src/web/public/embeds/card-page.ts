import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { type Html, html } from '../../kit/html.ts';
import type { CardFacts } from './card-facts.ts';

/**
 * Headers for a card on another site. Any site may frame the card, which contains only text and one link,
 * without scripts or forms.
 */
export const CARD_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Large enough for a card with a long name, as checked by `npm run acceptance -- embed`. */
export const CARD_SIZE = { width: 440, height: 280 } as const;

export function renderCard(facts: CardFacts, address: string): Html {
  const { name, under, tone, stamp, meaning, age, fictional } = facts;
  return renderFrame(
    `${name}: ${stamp}`,
    html`<main class="card tone-${tone}">
${fictional ? html`<p class="demo"><strong>Demo data.</strong> No such business exists.</p>` : ''}
<h1><a href="${address}" target="_blank" rel="noopener">${name}</a></h1>
<p class="under">${under}</p>
<p class="stamp">${stamp}</p>
<p class="meaning">${meaning}</p>
<p class="age">${age} Not a ${REGULATOR.shortName} grade. <a href="${address}" target="_blank" rel="noopener">See the record</a></p>
</main>`,
  );
}

/** Renders the card for a vendor that is not on record. */
export function renderNoCard(baseUrl: string): Html {
  return renderFrame(
    'Not on record',
    html`<main class="card tone-open">
<h1>Not on record</h1>
<p class="stamp">Unknown</p>
<p class="meaning">No vendor is on record under this address. That says nothing about a license: look at <a href="${baseUrl}/search" target="_blank" rel="noopener">the search</a>.</p>
</main>`,
  );
}

function renderFrame(title: string, main: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<link rel="stylesheet" href="/assets/embed.css">
</head>
<body>
${main}
</body>
</html>
`;
}

/** Returns the HTML that other sites use to embed a card. */
export function cardCode(
  id: string,
  name: string,
  baseUrl: string,
  size: { width: number; height: number } = CARD_SIZE,
): Html {
  return html`<iframe src="${baseUrl}/embed/${id}" title="Inspection record of ${name}" width="${size.width}" height="${size.height}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}
