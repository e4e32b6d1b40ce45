import { hash as hashOf } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { MonitoringSale } from '../../../decisions/self-check/monitoring-offer.ts';
import { selfCheckOf } from '../../../decisions/self-check/self-check.ts';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Language } from '../../../lib/language/language.ts';
import { isUuid } from '../../../lib/text/uuid.ts';
import { parseIsoDate } from '../../../lib/time/dates.ts';
import { isNumber } from '../../../matching/match-vendors.ts';
import type { PublishedDb } from '../../../platform/db/database.ts';
import type { RecordReader } from '../../../records/read/record-reader-service.ts';
import { getFactsAndInspections, getRecord } from '../../../records/read/service.ts';
import { parseLicenseNumber } from '../../../regulator/licenses/number.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { Finder } from '../../../search/find/finder.ts';
import { queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import type { AgeNotice } from '../../kit/frame/age-notice.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { PAGE_HEADERS, renderPage } from '../../kit/frame/render-page.ts';
import { hasSession } from '../../kit/frame/session.ts';
import { type Html, html } from '../../kit/html.ts';
import { readPage } from '../../kit/paging.ts';
import { linkTo } from '../../kit/tags.ts';
import { crawlerRoutes } from '../crawlers/crawler-routes.ts';
import { readFilters } from '../search/search-filters.ts';
import { EMPTY_SEARCH, renderSearchForm, TEXT_LENGTH_MAX } from '../search/search-form.ts';
import { SEARCH_FORM, UNKNOWN_VENDOR } from '../search/search-messages.ts';
import { renderSearch } from '../search/search-page.ts';
import { renderImprove } from './improve-page.ts';
import { renderOtherLicenses } from './other-licenses-page.ts';
import { createPageCache } from './page-cache.ts';
import type { ShownRecord } from './parse-record.ts';
import { parseRow } from './result-row.ts';
import type { VendorExtras } from './vendor-page.ts';

const PAGE_SIZE = 20;
const NO_EXTRAS: VendorExtras = {};
const MAX_AGE_SECONDS = 60;

/** The values that identify a license. */
export interface VendorRef {
  readonly license_type: string;
  readonly digits: string;
}

export interface VendorPagesOptions {
  readonly published: PublishedDb;
  readonly records: RecordReader;
  readonly finder: Pick<Finder, 'search'>;
  readonly baseUrl: string;
  readonly limits: { readonly SEARCH: number; readonly SCORECARD: number; readonly IDENTITY: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  /**
   * Finds the notice about old records. The notice is part of the page, and therefore affects the page's
   * ETag.
   */
  readonly findAgeNotice?: () => Promise<AgeNotice | undefined>;
  /** Finds the vendor's reply and disputed visits. */
  readonly vendorExtras?: (vendor: VendorRef, language: Language) => Promise<VendorExtras>;
  /** Returns true if the vendor may have extras. The answer may be slightly out of date. */
  readonly hasExtras?: (vendorId: string) => boolean;
  /** The monitoring that is for sale here. If undefined, monitoring is described but not offered. */
  readonly monitoringSale?: MonitoringSale | undefined;
}

/**
 * Public pages about vendors (the search, a vendor's page and the self-check), and the files for crawlers.
 */
export const vendorPages: FastifyPluginAsync<VendorPagesOptions> = async (app, options) => {
  const { limits } = options;
  const schema = { hide: true };
  const vendorPage = createPageCache({
    baseUrl: options.baseUrl,
    today: options.records.today,
  });
  const { vendorExtras = async () => NO_EXTRAS, hasExtras = () => true } = options;
  preparePages(app);
  app.register(crawlerRoutes, options);

  app.get(
    '/search',
    {
      schema,
      config: TRANSLATED,
      onRequest: app.rateLimit({ name: 'search-page', perMinute: limits.SEARCH }),
    },
    (request, reply) => answerSearch(options, request, reply),
  );
  app.get<{ Params: { id: string } }>(
    '/vendor/:id',
    {
      schema,
      config: TRANSLATED,
      onRequest: app.rateLimit({ name: 'vendor-page', perMinute: limits.SCORECARD }),
    },
    (request, reply) =>
      answerVendor(options, reply, async () => {
        const id = request.params.id.toLowerCase();
        // A license number in the address redirects to the vendor, or to suggestions.
        if (!isUuid(id) && isNumber(id)) return seeOther(reply, await addressOfNumber(options, id));
        const record = await getRecord(options.published, options.records, id, 'scorecard');
        // Vendors who have just written a reply are signed in, and see the reply immediately.
        const isPlain = !hasExtras(id) && !hasSession(request.headers);
        const extrasOf = async (license: ShownRecord['license'], language: Language) =>
          isPlain ? NO_EXTRAS : vendorExtras(refOf(license), language);
        const page = await vendorPage(id, record, extrasOf, languageOf(request));
        return sendPublic(options, request, reply, page);
      }),
  );
  app.get(
    '/other-licenses',
    {
      schema,
      config: TRANSLATED,
      onRequest: app.rateLimit({ name: 'other-licenses', perMinute: limits.IDENTITY }),
    },
    async (request, reply) => {
      const page = renderOtherLicenses(await options.isFictional(), options.baseUrl, languageOf(request));
      return sendPublic(options, request, reply, { body: page.toString() });
    },
  );
  app.get<{ Params: { id: string } }>(
    '/improve/:id',
    {
      schema,
      config: TRANSLATED,
      onRequest: app.rateLimit({ name: 'improve-page', perMinute: limits.IDENTITY }),
    },
    (request, reply) =>
      answerVendor(options, reply, async () => {
        const id = request.params.id.toLowerCase();
        const { facts, inspections } = await getFactsAndInspections(options.published, id);
        const today = options.records.today();
        const language = languageOf(request);
        const check = selfCheckOf(facts, inspections, { ...options, today, language });
        const page = renderImprove(check, options.baseUrl, language);
        return sendPublic(options, request, reply, { body: page.toString() });
      }),
  );
};

async function answerSearch(
  options: VendorPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { baseUrl, isFictional } = options;
  const language = languageOf(request);
  const query = queryOf(request);
  const filters = readFilters(query);
  const form = {
    q: query.get('q') ?? '',
    city: query.get('city') ?? '',
    eventDate: readDay(query.get('event_date')),
    filters,
  };
  const fictional = await isFictional();
  const tooLong = (['q', 'city'] as const).find((field) => form[field].length > TEXT_LENGTH_MAX);
  if (tooLong) {
    const error = { field: tooLong, text: SEARCH_FORM[language].tooLong({ max: TEXT_LENGTH_MAX }) };
    return sendPage(reply, 400, renderSearch({ form: { ...form, error }, baseUrl, fictional, language }));
  }
  const page = readPage(query);
  const found = await options.finder.search({
    ...form,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  const rows = found.rows.map(parseRow);
  const results = { ...found, rows, page, pageSize: PAGE_SIZE };
  const text = renderSearch({ form, results, baseUrl, fictional, language });
  const beyond = results.rows.length === 0 && found.total > 0;
  return beyond ? sendPage(reply, 404, text) : sendPublic(options, request, reply, { body: text.toString() });
}

async function addressOfNumber({ finder }: VendorPagesOptions, number: string): Promise<string> {
  const { rows, literal } = await finder.search({ q: number, city: '', limit: 1, offset: 0 });
  const [only] = rows.map(parseRow);
  return literal === 1 && only
    ? `/vendor/${only.id}`
    : `/search?${new URLSearchParams({ q: number.toUpperCase() }).toString()}`;
}

/** Returns the event date for a check. Empty if the text is not a date. */
function readDay(text: string | null): string {
  return text !== null && parseIsoDate(text) !== undefined ? text : '';
}

/**
 * Sends a vendor's page. An unknown id gets a page with suggestions, and any other error gets the error page.
 */
async function answerVendor(
  { isFictional }: VendorPagesOptions,
  reply: FastifyReply,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'vendor_not_found') throw error;
    const language = languageOf(reply.request);
    return sendPage(
      reply,
      error.status,
      renderUnknownVendor(error.textIn(language) ?? error.forPeople, await isFictional(), language),
    );
  }
}

/** Sends a page that is the same for every reader. Caches may keep it for a minute. */
async function sendPublic(
  { findAgeNotice }: VendorPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, hash = hashOf('sha1', body, 'base64url') }: { body: string | Buffer; hash?: string },
): Promise<FastifyReply> {
  const { 'content-type': type, ...headers } = PAGE_HEADERS;
  const notice = await findAgeNotice?.();
  const noticed = notice ? `-${hashOf('sha1', notice.text, 'base64url').slice(0, 8)}` : '';
  const page = { body, type, maxAgeSeconds: MAX_AGE_SECONDS, hash: `${hash}${noticed}` };
  return sendCacheable(request, reply.headers(headers), page);
}

function refOf(license: ShownRecord['license']): VendorRef {
  return {
    license_type: REGULATOR.licenses.typeOfKind(license.type),
    digits: parseLicenseNumber(license.number)?.digits ?? '',
  };
}

/** Renders the page for an id that belongs to no vendor. `message` describes what the files cover. */
function renderUnknownVendor(
  message: string,
  fictional: boolean | undefined,
  language: Language = 'en',
): Html {
  const t = UNKNOWN_VENDOR[language];
  const main = html`<p class="kicker">404</p>
<h1>${t.title}</h1>
<p class="lead">${message}</p>
<p>${t.cutOff({ link: linkTo('/check') })}</p>
${renderSearchForm(EMPTY_SEARCH, language)}`;
  return renderPage({
    title: t.title,
    description: t.description,
    language,
    robots: 'noindex',
    fictional,
    main,
  });
}
