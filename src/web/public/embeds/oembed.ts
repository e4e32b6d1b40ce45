import { AppError } from '../../../http/errors/errors.ts';
import type { CardFacts } from './card-facts.ts';
import { CARD_SIZE, cardCode } from './card-page.ts';

/**
 * Describes a vendor's card in oEmbed 1.0, for programs that have the address of the vendor's page. Pure
 * functions.
 */

const WIDTH_MIN = 200;
const SECONDS_MAX = 300;

interface OembedRequest {
  readonly vendorId: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Reads an oEmbed request. Throws if the address is not a vendor's page on this site, or if the format is not
 * JSON.
 */
export function readOembed(query: URLSearchParams, baseUrl: string): OembedRequest {
  const url = query.get('url');
  if (url === null || url === '')
    throw new AppError(
      'missing_parameter',
      `The parameter "url" is missing. Accepted: the address of a vendor's page, ${baseUrl}/vendor/<id>.`,
      { parameter: 'url' },
    );
  const format = query.get('format') ?? 'json';
  if (format !== 'json')
    throw new AppError(
      'invalid_parameter',
      `The parameter "format" was ${JSON.stringify(format.slice(0, 20))}. Accepted: json.`,
      { parameter: 'format' },
    );
  const vendorId = vendorIdOf(url, baseUrl);
  if (vendorId === undefined)
    throw new AppError('not_found', `Only vendors' pages can be embedded: ${baseUrl}/vendor/<id>.`);
  const width = Math.max(WIDTH_MIN, Math.min(CARD_SIZE.width, sizeOf(query, 'maxwidth') ?? CARD_SIZE.width));
  // The same text needs more lines on a narrower card.
  const height = Math.ceil((CARD_SIZE.height * CARD_SIZE.width) / width);
  return { vendorId, width, height: Math.min(height, sizeOf(query, 'maxheight') ?? height) };
}

export function oembedOf(
  facts: CardFacts,
  { vendorId, width, height }: OembedRequest,
  baseUrl: string,
): string {
  const { name, stamp } = facts;
  return JSON.stringify({
    version: '1.0',
    type: 'rich',
    title: `${name}: ${stamp}`,
    provider_name: 'Vendor Compliance',
    provider_url: baseUrl,
    cache_age: SECONDS_MAX,
    width,
    height,
    html: cardCode(vendorId, name, baseUrl, { width, height }).toString(),
  });
}

const PAGE = /^(?:\/[a-z]{2})?\/vendor\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function vendorIdOf(url: string, baseUrl: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  const own = new URL(baseUrl);
  const below = own.pathname === '/' ? '' : own.pathname;
  if (origin !== own.origin || !pathname.startsWith(below)) return undefined;
  return PAGE.exec(pathname.slice(below.length).toLowerCase())?.[1];
}

function sizeOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new AppError(
      'invalid_parameter',
      `The parameter "${name}" was ${JSON.stringify(text.slice(0, 20))}. Accepted: a whole number of pixels.`,
      { parameter: name },
    );
  return Number(text);
}
