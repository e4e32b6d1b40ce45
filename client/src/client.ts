import type {
  Application,
  DecideVendorAnswer,
  DecideVendorListAnswer,
  DecideVendorListBody,
  DecideVendorParameters,
  EventRecord,
  GetCoverageAnswer,
  GetEventAnswer,
  GetMethodologyAnswer,
  GetPublicKeysAnswer,
  GetReceiptAnswer,
  GetRiskRecordAnswer,
  GetScorecardAnswer,
  GetSelfCheckAnswer,
  GetSelfCheckParameters,
  GetStatisticsAnswer,
  GetVendorAnswer,
  ListApplicationsAnswer,
  ListApplicationsParameters,
  ListChangesAnswer,
  ListChangesParameters,
  ListEventsAnswer,
  ListEventsParameters,
  ListPublicEventsAnswer,
  ListPublicEventsParameters,
  ListRiskRecordsAnswer,
  ListRiskRecordsBody,
  SearchVendorsAnswer,
  SearchVendorsParameters,
  VerifyPostedReceiptAnswer,
} from './api.ts';
import { type CallOptions, type ClientOptions, createTransport } from './transport.ts';

/** The data in an envelope. */
type Data<Answer extends { data: unknown }> = Answer['data'];

type Fields<Query, Name> = Omit<Query, 'fields'> & { readonly fields?: readonly Name[] };

/** One page of a search. */
export interface VendorPage {
  /** The best match is first. */
  readonly vendors: SearchVendorsAnswer;
  /** The number of vendors on all pages. */
  readonly total: number;
}

export type Client = ReturnType<typeof createClient>;

export interface ChangeCallOptions extends CallOptions {
  /**
   * Called and awaited after each page. Store the cursor, which lasts 90 days: it advances even if the licenses
   * that you follow do not change.
   */
  readonly onCursor?: (cursor: string) => unknown;
}

/** The maximum number of rows per page. */
const PAGE_MAX = 100;
/** The maximum number of changes per response. It is requested because rate limits count responses. */
const CHANGES_MAX = 500;
/** The maximum offset in a search. */
const OFFSET_MAX = 1_000_000;

/**
 * Returns a client for one service. The methods are named after the operations in the OpenAPI document and
 * return the data in the envelope. They throw {@link ApiError} for an error from the service,
 * {@link NoAnswerError} if there is no response, and the signal's reason if you abort them. Dates are
 * YYYY-MM-DD, and times are UTC in ISO 8601. Treat an error as "unknown", never as "nothing against this
 * vendor".
 *
 * All records come from the regulator's published files; `GET /api/v1/coverage` lists them.
 */
export function createClient(options: ClientOptions) {
  const send = createTransport(options);
  const read = async <Body>(path: string, query?: object, call?: CallOptions): Promise<Body> =>
    (await send({ path, query }, call)).body as Body;
  const readData = async <Body extends { data: unknown }>(
    path: string,
    query?: object,
    call?: CallOptions,
  ): Promise<Data<Body>> => (await read<Body>(path, query, call)).data;
  const part = encodeURIComponent;

  const searchVendors = async (
    query: SearchVendorsParameters = {},
    call?: CallOptions,
  ): Promise<VendorPage> => {
    const { body, headers } = await send({ path: '/api/vendors', query }, call);
    const vendors = body as SearchVendorsAnswer;
    return { vendors, total: Number(headers.get('x-total-count') ?? vendors.length) };
  };

  const listChanges = async (query: ListChangesParameters = {}, call?: CallOptions) => {
    const heldMs = (query.wait ?? 0) * 1_000;
    const { data, meta } = (await send({ path: '/api/v1/changes', query, heldMs }, call))
      .body as ListChangesAnswer;
    return { data, meta };
  };

  return {
    /**
     * Returns one page of the change feed: the changes after the cursor `after`, and the next cursor in
     * `meta.next`.
     */
    listChanges,

    /**
     * Yields every change to a public record after a cursor, in order. Save the `cursor` of the last change
     * you have processed, and pass it as `after` within 90 days to continue from there. Ends after the newest
     * change. With `wait` (seconds, at most 30 per request), waits for further changes until you abort the
     * signal. After each page, even an empty one, `onCursor` is called with `meta.next`.
     */
    async *eachChange(query: ListChangesParameters = {}, call?: ChangeCallOptions) {
      for (let after = query.after; ; ) {
        const { data, meta } = await listChanges(
          { limit: CHANGES_MAX, ...query, ...(after === undefined ? {} : { after }) },
          call,
        );
        yield* data;
        after = meta.next;
        await call?.onCursor?.(after);
        if (!meta.more && !query.wait) return;
      }
    },

    /** Searches for vendors by name, number or city, and returns one page. `limit` is at most 100. */
    searchVendors,

    /**
     * Yields every vendor that a search finds, loading pages as you read. Records may change between pages.
     */
    async *eachVendor(query: Omit<SearchVendorsParameters, 'limit' | 'offset'> = {}, call?: CallOptions) {
      for (let offset = 0; offset <= OFFSET_MAX; offset += PAGE_MAX) {
        const { vendors } = await searchVendors({ ...query, limit: PAGE_MAX, offset }, call);
        yield* vendors;
        if (vendors.length < PAGE_MAX) return;
      }
    },

    /**
     * Returns a vendor's identity by its `id` (from `searchVendors`), not by license number. Throws
     * `vendor_not_found`.
     */
    getVendor: (vendorId: string, call?: CallOptions) =>
      read<GetVendorAnswer>(`/api/vendors/${part(vendorId)}`, undefined, call),

    /**
     * Returns the public record: grade, score from 0 to 100, twelve-month counts, and every inspection on
     * file.
     */
    getScorecard: (vendorId: string, call?: CallOptions) =>
      read<GetScorecardAnswer>(`/api/vendors/${part(vendorId)}/scorecard`, undefined, call),

    /** Decides whether a vendor may be booked. Returns the verdict, reasons, documents and signed receipt. */
    decideVendor: (query: DecideVendorParameters, call?: CallOptions) =>
      readData<DecideVendorAnswer>('/api/v1/decision', query, call),

    /** Does the same for up to 200 vendors, in your order; each has a decision or an error. */
    decideVendorList: async (body: DecideVendorListBody, call?: CallOptions) => {
      const answer = await send({ method: 'POST', path: '/api/v1/decisions', body }, call);
      return (answer.body as DecideVendorListAnswer).data;
    },

    /**
     * Asks the service whether a receipt is genuine, and what has changed since. `verifyReceipt` works
     * offline.
     */
    verifyPostedReceipt: async (receipt: string, call?: CallOptions) => {
      const answer = await send({ method: 'POST', path: '/api/v1/decision/verify', body: { receipt } }, call);
      return (answer.body as VerifyPostedReceiptAnswer).data;
    },

    /** Returns the receipt with this short number, such as `27JS-9X41-JP61-1RRP`. */
    getReceipt: (number: string, call?: CallOptions) =>
      readData<GetReceiptAnswer>(`/api/v1/receipts/${part(number)}`, undefined, call),

    /** Returns the keys that verify receipts; store them with the receipts. */
    getPublicKeys: (call?: CallOptions) =>
      read<GetPublicKeysAnswer>('/.well-known/jwks.json', undefined, call),

    /** Returns what lowers a vendor's grade, and what to do about it. */
    getSelfCheck: (query: GetSelfCheckParameters, call?: CallOptions) =>
      readData<GetSelfCheckAnswer>('/api/v1/improve', query, call),

    /** Returns statewide statistics; rates are fractions from 0 to 1. */
    getStatistics: (call?: CallOptions) =>
      readData<GetStatisticsAnswer>('/api/v1/stats/florida', undefined, call),

    /** Returns which of the regulator's files were read, how old they are, and which are missing. */
    getCoverage: (call?: CallOptions) => readData<GetCoverageAnswer>('/api/v1/coverage', undefined, call),

    /** Returns the rules for scores, grades and verdicts. */
    getMethodology: (call?: CallOptions) =>
      readData<GetMethodologyAnswer>('/api/v1/methodology', undefined, call),

    /** Lists events that are open for applications. */
    listPublicEvents: (query: ListPublicEventsParameters = {}, call?: CallOptions) =>
      readData<ListPublicEventsAnswer>('/api/v1/public/events', query, call),

    /** Lists your events, with all fields or those in `fields`. Needs a key. */
    listEvents: <Name extends keyof EventRecord = keyof EventRecord>(
      query: Fields<ListEventsParameters, Name> = {},
      call?: CallOptions,
    ): Promise<Pick<EventRecord, Name>[]> => readData<ListEventsAnswer>('/api/v1/events', query, call),

    /** Returns one of your events. Needs a key; another account's event is not found. */
    getEvent: (id: string, call?: CallOptions) =>
      readData<GetEventAnswer>(`/api/v1/events/${part(id)}`, undefined, call),

    /** Lists applications to your events, with all fields or those in `fields`. Needs a key. */
    listApplications: <Name extends keyof Application = keyof Application>(
      query: Fields<ListApplicationsParameters, Name> = {},
      call?: CallOptions,
    ): Promise<Pick<Application, Name>[]> =>
      readData<ListApplicationsAnswer>('/api/v1/applications', query, call),

    /** Returns one vendor's score, counts and reliability. Needs a key. */
    getRiskRecord: (licenseNumber: string, call?: CallOptions) =>
      readData<GetRiskRecordAnswer>('/api/v1/vendors', { license_number: licenseNumber }, call),

    /**
     * Does the same for up to 200 license numbers, in your order, with all fields or those in `fields`. Needs
     * a key.
     */
    listRiskRecords: async (body: ListRiskRecordsBody, call?: CallOptions) => {
      const answer = await send({ method: 'POST', path: '/api/v1/vendors', body }, call);
      return (answer.body as ListRiskRecordsAnswer).data;
    },
  };
}
