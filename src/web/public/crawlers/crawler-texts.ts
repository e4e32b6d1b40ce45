import { LANGUAGES } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { AgeNotice } from '../../kit/frame/age-notice.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';

/** The content of the files for crawlers. Pure functions. */

const XML_HEAD = html`<?xml version="1.0" encoding="UTF-8"?>`;
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * Renders the site map index. It lists the pages that do not need records, and the vendors in parts numbered
 * from 1.
 */
export function renderSitemapIndex(baseUrl: string, vendorParts: number): Html {
  const parts = ['pages', ...Array.from({ length: vendorParts }, (_, index) => `vendors-${index + 1}`)];
  const items = parts.map((part) => html`<sitemap><loc>${baseUrl}/sitemaps/${part}.xml</loc></sitemap>`);
  return html`${XML_HEAD}\n<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n${joinHtml(items, '\n')}\n</sitemapindex>\n`;
}

/** A page, identified by its English path. */
interface ListedPage {
  readonly path: string;
  /** True if the page exists in every language. Each language is then listed with links to the others. */
  readonly isTranslated: boolean;
}

export function renderSitemap(pages: readonly ListedPage[], baseUrl: string): Html {
  const items = pages.flatMap(({ path, isTranslated }) => {
    if (!isTranslated) return [html`<url><loc>${baseUrl}${path}</loc></url>`];
    const addresses = LANGUAGES.map((each) => [each, `${baseUrl}${inLanguage(path, each)}`] as const);
    const links = addresses.map(
      ([each, address]) => html`<xhtml:link rel="alternate" hreflang="${each}" href="${address}"/>`,
    );
    return addresses.map(([, address]) => html`<url><loc>${address}</loc>${links}</url>`);
  });
  return html`${XML_HEAD}\n<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${joinHtml(items, '\n')}\n</urlset>\n`;
}

/** Renders `robots.txt`. Search engines must not index fictional businesses. */
export function renderRobots(baseUrl: string, real: boolean): string {
  const closed = [
    '/organizer',
    '/operator',
    '/settings',
    '/api/',
    // Block the daily files, but let crawlers open the page that lists them.
    '/data/20',
    ...(real ? [] : ['/vendor/', '/improve/']),
  ];
  return `User-agent: *
${closed.map((path) => `Disallow: ${path}`).join('\n')}
Allow: /api/badge/

Sitemap: ${baseUrl}/sitemap.xml
`;
}

export function renderLlms(baseUrl: string, real: boolean, age?: AgeNotice): string {
  return `# Vendor Compliance

> License, inspections and letter grade of ${REGULATOR.jurisdiction} food trucks, hot dog carts and caterers, read from public records
> of the regulator (${REGULATOR.office}). Independent; not a ${REGULATOR.shortName} rating.
${real ? '' : '\nThis site shows demo data: every business on it is fictional. Nothing here is to be cited as fact.\n'}${age ? `\n${age.title} ${age.text}\n` : ''}
## Pages

- ${baseUrl}/search?q=taco: find a vendor by name, former name, license number or city
- ${baseUrl}/vendor/{id}: a vendor's public record: license, grade, every inspection on file
- ${baseUrl}/check?license_number={number}: a verdict for an event, with reasons and a signed receipt
- ${baseUrl}/improve/{id}: what holds a vendor's grade back, and what to do about it
- ${baseUrl}/florida: statistics of the districts whose files were read
- ${baseUrl}/coverage: which files that is, from when to when, and how old they are
- ${baseUrl}/data: files of everything for download, instead of reading page after page
- ${baseUrl}/methodology: how score, grade and verdict are made

## Endpoints without a key

- GET ${baseUrl}/api/vendors?q=&city=&limit=&offset=: search, JSON array; X-Total-Count has the number of matches
- GET ${baseUrl}/api/vendors/{id}: identity
- GET ${baseUrl}/api/vendors/{id}/scorecard: the whole public record
- GET ${baseUrl}/api/badge/{id}: SVG badge; link it to ${baseUrl}/vendor/{id}
- GET ${baseUrl}/api/v1/decision?license_number=&event_date=: CLEAR, CONDITIONAL, REVIEW or DECLINE, with reasons and receipt
- GET ${baseUrl}/api/v1/decision/verify?receipt=: whether a receipt is genuine
- GET ${baseUrl}/api/v1/improve?license_number=: the self-check
- GET ${baseUrl}/api/v1/stats/florida: statewide statistics, free to cite with their cite_as line
- GET ${baseUrl}/api/v1/coverage: which files the records rest on, and how old they are
- GET ${baseUrl}/data/manifest.json: data files (NDJSON, CSV, Parquet) of each day with hashes and columns
- GET ${baseUrl}/api/v1/public/events: events that take applications of vendors
- GET ${baseUrl}/api/v1/changes?after=: what each publication changed, from any cursor of the last 90 days
- POST ${baseUrl}/api/v1/decisions: decisions about up to 200 vendors
- POST ${baseUrl}/mcp: the same as tools, by the Model Context Protocol
- Every endpoint in full: ${baseUrl}/openapi.json; the guide to them: ${baseUrl}/docs

## How to cite

Name the vendor with its license number, the date of the data (as_of), and the address of the vendor's page. Words of
the regulator (kinds of inspections, dispositions, what an inspector wrote) are quoted as its files have them. Titles of
violation categories are this site's short names for the numbers in those files; grade, score, verdict and
recommendation are its own judgment. For statistics use the cite_as line of the answer.

## Limits

- An inspection is a snapshot of one day. No claim about illness is made.
- No letter is shown while a license is not confirmed, an order of the regulator is in force, or the record is short.
- The same name is not the same business: match by license number, and a caterer's digits together with its letters.
- Inspections under a prior owner are shown apart; they are neither scored nor counted.
- No street address, phone or mailing address of a vendor is served.
- Requests are counted by the minute and address: every answer has a RateLimit header, a refusal is 429 with Retry-After.
`;
}
