import { hash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { type CachedAnswer, CachedAnswers } from '../../http/answers/cached-answers.ts';
import { CSV_TYPE, FormatParameter, rowsToCsv, wantsCsv } from '../../http/answers/csv-answers.ts';
import { sendCacheable } from '../../http/answers/send-cacheable.ts';
import { BareError, documented, NOT_MODIFIED } from '../../http/schemas.ts';
import { Identity, Scorecard, SearchRow } from '../../judgment/scorecard/schemas.ts';
import { ownBytes } from '../../lib/files/copy-bytes.ts';
import { addJsonFields } from '../../lib/text/json-text.ts';
import { asUuid, isUuid } from '../../lib/text/uuid.ts';
import type { PublishedDb } from '../../platform/db/database.ts';
import type { RecordReader } from '../../records/read/record-reader-service.ts';
import { type ScorecardMarks, UNMARKED } from '../../records/read/scorecard-marks.ts';
import { getRecord } from '../../records/read/service.ts';
import { CUISINES } from '../../records/record/cuisine-messages.ts';
import {
  COUNTY_NAMES,
  FILTER_NAMES,
  type FilterName,
  findFilterValue,
  GRADES_SHOWN,
  LICENSE_KINDS,
  VERDICTS_GIVEN,
} from '../../records/record/filters.ts';
import type { Finder } from '../../search/find/finder.ts';

interface VendorRoutesOptions {
  readonly published: PublishedDb;
  readonly records: RecordReader;
  readonly finder: Pick<Finder, 'search'>;
  readonly baseUrl: string;
  /**
   * Adds marks that were created since the publication to a scorecard's text. If omitted, the text is served
   * unchanged.
   */
  readonly marks?: ScorecardMarks;
  readonly limits: { readonly SEARCH: number; readonly IDENTITY: number; readonly SCORECARD: number };
}

const MAX_AGE_SECONDS = 60;
const JSON_TYPE = 'application/json';

const OFFSET_MAX = 1_000_000;

const SearchParameters = Type.Object({
  q: Type.String({
    default: '',
    maxLength: 100,
    description: 'text of at most 100 characters: words of a name, former name or city, or a license number.',
  }),
  city: Type.String({
    default: '',
    maxLength: 100,
    description: 'a city in any common spelling, such as St. Pete; at most 100 characters.',
  }),
  county: filterOf(
    'county',
    COUNTY_NAMES,
    'a county as answers name it, such as "Orange", "Miami-Dade" or "Hillsborough"',
  ),
  kind: filterOf('kind', LICENSE_KINDS, 'a kind of license'),
  cuisine: filterOf(
    'cuisine',
    CUISINES,
    'our reading of the name, which most names leave open; such vendors have none and are not found',
  ),
  grade: filterOf('grade', GRADES_SHOWN, 'the letter, or why there is none'),
  verdict: filterOf('verdict', VERDICTS_GIVEN, 'what a decision says today, for no event in particular'),
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'a whole number from 1 to 100.',
  }),
  offset: Type.Integer({
    minimum: 0,
    maximum: OFFSET_MAX,
    default: 0,
    description: 'a whole number from 0 to 1000000.',
  }),
  format: FormatParameter,
});

/**
 * Converts filters in any case or punctuation to the spelling that responses use. Other values are left for
 * the schema to reject.
 */
function spellFilters(query: Partial<Record<FilterName, unknown>>): void {
  for (const name of FILTER_NAMES) {
    const typed = query[name];
    if (typeof typed === 'string') query[name] = findFilterValue(name, typed) ?? typed;
  }
}

/** Defines a filter parameter. An empty or missing filter does not narrow the list. */
function filterOf<Value extends string>(name: FilterName, values: readonly Value[], what: string) {
  const listed = name === 'county' ? '' : `: ${values.join(', ')}`;
  return Type.Unsafe<Value | ''>({
    type: 'string',
    enum: ['', ...values],
    default: '',
    description: `${what}${listed}; whatever the case.`,
  });
}

const VendorId = Type.Object({ id: Type.String({ description: 'a vendor id, a UUID.' }) });

/**
 * Search, identity, and scorecard (contract 4.2). Bodies are served as published. They are typed, and tests
 * check them against these schemas, so serializing them again for each request would gain nothing.
 */
export const vendorRoutes: FastifyPluginAsyncTypebox<VendorRoutesOptions> = async (app, options) => {
  const { published, records, finder, baseUrl, limits, marks = UNMARKED } = options;
  const identities = new CachedAnswers();
  const scorecards = new CachedAnswers();
  const searches = new CachedAnswers<CachedSearch>();
  const search = async (query: SearchQuery): Promise<CachedSearch> => {
    const { county, kind, cuisine, grade, verdict, ...words } = query;
    const filters = {
      county: county || undefined,
      kind: kind || undefined,
      cuisine: cuisine || undefined,
      grade: grade || undefined,
      verdict: verdict || undefined,
    };
    const found = await finder.search({ ...words, filters });
    const rows = found.rows.map(({ summary, verdict, match }) =>
      addJsonFields(
        withUrl(summary, 'scorecard_url', `${baseUrl}/api/vendors/`, '/scorecard'),
        JSON.stringify({ verdict, match }),
      ),
    );
    const body = ownBytes(`[${rows.join(',')}]`);
    return { body, hash: hash('sha1', body, 'base64url'), total: found.total, version: found.version };
  };
  // The validator includes the service's URL, because the body does too.
  const place = hash('sha1', baseUrl, 'base64url').slice(0, 8);

  app.get(
    '/api/vendors',
    {
      onRequest: app.rateLimit({ name: 'search', perMinute: limits.SEARCH }),
      preValidation: async ({ query }) => spellFilters(query),
      schema: {
        operationId: 'searchVendors',
        summary: 'Search vendors',
        description:
          'By name, former name, license number in any spelling, or city, narrowed by county, kind, grade and verdict. Rows that contain every word come first. If there are few, rows with a similar name or number follow (`match`). `X-Total-Count` is the number of all rows.',
        tags: ['vendors'],
        querystring: SearchParameters,
        response: {
          ...NOT_MODIFIED,
          200: documented('Best match first.', JSON_TYPE, Type.Array(SearchRow)),
          '4xx': BareError,
        },
      },
    },
    (request, reply) => {
      if (wantsCsv(request, reply)) return sendSearchAsCsv(request, reply);
      const { q, city, county, kind, grade, verdict, limit, offset } = request.query;
      const sayMore = (answer: CachedAnswer | CachedSearch) =>
        'total' in answer && nameNeighbors(request, reply, { total: answer.total, baseUrl });
      const key = JSON.stringify([q, city, county, kind, grade, verdict, limit, offset]);
      return sendCached(
        request,
        reply,
        searches.find(records.edition(), key),
        async () => {
          const edition = await records.latestEdition();
          const answer = await search(request.query);
          const isOfEdition = edition === records.edition() && answer.version === records.version();
          return isOfEdition ? searches.keep(edition, key, answer) : answer;
        },
        sayMore,
      );
    },
  );

  const sendSearchAsCsv = async (
    request: FastifyRequest<{ Querystring: SearchQuery }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { body, total } = await search(request.query);
    nameNeighbors(request, reply, { total, baseUrl });
    return sendCacheable(request, reply, {
      body: rowsToCsv(SearchRow, JSON.parse(body.toString())),
      type: CSV_TYPE,
      maxAgeSeconds: MAX_AGE_SECONDS,
    });
  };

  app.get(
    '/api/vendors/:id',
    {
      onRequest: app.rateLimit({ name: 'identity', perMinute: limits.IDENTITY }),
      schema: {
        operationId: 'getVendor',
        summary: 'Vendor identity',
        tags: ['vendors'],
        params: VendorId,
        response: {
          ...NOT_MODIFIED,
          200: documented('Name, license, cuisine and place.', JSON_TYPE, Identity),
          '4xx': BareError,
        },
      },
    },
    (request, reply) => {
      const id = request.params.id.toLowerCase();
      nameCanonical(reply, request.params.id, `${baseUrl}/api/vendors/${id}`);
      return sendCached(request, reply, identities.find(records.edition(), id), async () => {
        const record = await getRecord(published, records, id, 'identity');
        const body = ownBytes(withUrl(record.body, 'page_url', `${baseUrl}/vendor/`, ''));
        return identities.keep(record.edition, id, { body, hash: `${record.sha256}-${place}` });
      });
    },
  );

  app.get(
    '/api/vendors/:id/scorecard',
    {
      onRequest: app.rateLimit({ name: 'scorecard', perMinute: limits.SCORECARD }),
      schema: {
        operationId: 'getScorecard',
        summary: 'Public scorecard',
        tags: ['vendors'],
        params: VendorId,
        response: {
          ...NOT_MODIFIED,
          200: documented(
            'Grade, score, twelve-month counts, every inspection on file.',
            JSON_TYPE,
            Scorecard,
          ),
          '4xx': BareError,
        },
      },
    },
    (request, reply) => {
      const id = request.params.id.toLowerCase();
      nameCanonical(reply, request.params.id, `${baseUrl}/api/vendors/${id}/scorecard`);
      const edition = records.edition();
      const known = edition && marks.isUnmarked(id) ? scorecards.find(edition, id) : undefined;
      return sendCached(request, reply, known, async () => {
        const record = await getRecord(published, records, id, 'scorecard');
        const { body, hash, isMarked } = await marks.annotate(id, record.body, record.sha256);
        const answer = { body: ownBytes(body), hash };
        return isMarked ? answer : scorecards.keep(record.edition, id, answer);
      });
    },
  );
};

/** Adds the total count and the URLs of the previous and next pages. */
function nameNeighbors(
  { query }: FastifyRequest,
  reply: FastifyReply,
  { total, baseUrl }: { readonly total: number; readonly baseUrl: string },
): void {
  reply.header('x-total-count', String(total));
  const { limit, offset, ...words } = query as SearchQuery;
  const linkTo = (at: number, rel: string) => {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...words, limit, offset: at }))
      if (value !== undefined && value !== '') asked.set(name, String(value));
    const address = `${baseUrl}/api/vendors?${asked}`;
    return `<${address}>; rel="${rel}"`;
  };
  const links = [
    ...(offset + limit < total && offset + limit <= OFFSET_MAX ? [linkTo(offset + limit, 'next')] : []),
    ...(offset > 0 ? [linkTo(Math.max(0, offset - limit), 'prev')] : []),
  ];
  if (links.length > 0) reply.header('link', links.join(', '));
}

/**
 * A page of search results, the total number of vendors found, and the published version that was searched.
 */
interface CachedSearch extends CachedAnswer {
  readonly total: number;
  readonly version: number;
}

type SearchQuery = Static<typeof SearchParameters>;

/**
 * Sends a cached response immediately, or creates it first. Returns nothing if the response is cached,
 * because Fastify treats a returned reply as a promise and watches the connection for it.
 */
function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  known: CachedAnswer | CachedSearch | undefined,
  make: () => Promise<CachedAnswer | CachedSearch>,
  sayMore: (answer: CachedAnswer | CachedSearch) => void = () => {},
): Promise<FastifyReply> | undefined {
  const send = (answer: CachedAnswer | CachedSearch) => {
    sayMore(answer);
    return sendCacheable(request, reply, { ...answer, maxAgeSeconds: MAX_AGE_SECONDS });
  };
  if (!known) return make().then(send);
  send(known);
  return undefined;
}

/**
 * Adds the canonical URL for caches and crawlers, because an ID is accepted in any letter case. An invalid ID
 * might not fit into a header.
 */
function nameCanonical(reply: FastifyReply, id: string, address: string): void {
  if (asUuid(id) !== undefined && !isUuid(id)) reply.header('link', `<${address}>; rel="canonical"`);
}

const ID_AT = '{"id":"'.length;
const ID_LENGTH = 36;

/** Adds a URL with the vendor's ID to a stored body, because a record does not contain the service's URL. */
function withUrl(body: string, field: string, before: string, after: string): string {
  const id = body.slice(ID_AT, ID_AT + ID_LENGTH);
  return addJsonFields(body, JSON.stringify({ [field]: `${before}${id}${after}` }));
}
