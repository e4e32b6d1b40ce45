import type { FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { EVENT_TYPES_NAMED } from '../../../decisions/decide/messages.ts';
import { type DecisionResult, EVENT_TYPES } from '../../../decisions/decide/schemas.ts';
import { isReceipt, receiptIn, shortNumberIn } from '../../../decisions/receipts/parse-receipt-text.ts';
import { RECEIPT_LENGTH_MAX, type VerificationOutcome } from '../../../decisions/receipts/schemas.ts';
import { isHeld, sendNotModified } from '../../../http/answers/send-cacheable.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import { isNumber } from '../../../matching/match-vendors.ts';
import type { Suggest } from '../../../search/find/suggestion-service.ts';
import { FOR_ANYONE, formOf, queryOf, seeOther, sendHead, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { renderCheck, renderDecision } from './check.ts';
import { EMPTY_CHECK, type FieldError } from './check-form.ts';
import { renderChecklist } from './checklist.ts';
import { CHECK, CHECKLIST } from './messages.ts';
import { renderVerify } from './verify.ts';
import { VERIFY } from './verify-messages.ts';

const FORM_BYTES_MAX = 16 * 1024;

export interface DecisionPagesOptions {
  /** Throws an AppError if no decision is possible. */
  readonly decisionForPage: (
    query: { license_number?: string; event_type?: string; event_date?: string },
    language: Language,
  ) => Promise<{
    /** The page's ETag. It remains the same as long as the facts, the event, the date and the language do. */
    readonly tag: string;
    /** Makes the decision and issues its receipt. */
    readonly issue: () => Promise<DecisionResult>;
  }>;
  /**
   * Suggests vendors for text that is not a vendor's number. If undefined, the page does not suggest vendors.
   */
  readonly suggest?: Suggest;
  /**
   * Throws an AppError if the receipt cannot be checked. A forged receipt is a normal result and does not
   * throw.
   */
  readonly verifyForPage: (receipt: string) => Promise<VerificationOutcome>;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly baseUrl: string;
  readonly checkLimit: onRequestAsyncHookHandler[];
  readonly verifyLimit: onRequestAsyncHookHandler[];
  readonly checklistLimit: onRequestAsyncHookHandler[];
}

/**
 * Pages for checking a vendor, verifying a receipt and printing a checklist. Errors are shown as pages, too.
 */
export const decisionPages: FastifyPluginAsync<DecisionPagesOptions> = async (app, options) => {
  const { checkLimit, verifyLimit, checklistLimit, isFictional, baseUrl } = options;
  const schema = { hide: true };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });

  app.get('/check', { schema, config: TRANSLATED, onRequest: checkLimit }, (request, reply) =>
    answerCheck(options, request, reply),
  );
  app.get('/verify', { schema, config: TRANSLATED, onRequest: verifyLimit }, (request, reply) =>
    answerVerify(options, queryOf(request).get('receipt'), reply),
  );
  app.post('/verify', { schema, config: TRANSLATED, onRequest: verifyLimit }, (request, reply) =>
    answerVerify(options, formOf(request).get('receipt') ?? '', reply),
  );
  app.get<{ Params: { type: string } }>(
    '/checklists/:type',
    { schema, config: TRANSLATED, onRequest: checklistLimit },
    async (request, reply) => {
      const eventType = EVENT_TYPES.find((each) => each === request.params.type);
      if (!eventType) throw noSuchChecklist();
      const page = renderChecklist(eventType, await isFictional(), baseUrl, languageOf(request));
      return sendPage(reply, 200, page, FOR_ANYONE);
    },
  );
};

function noSuchChecklist(): AppError {
  const forPeople = inEach((language) =>
    CHECKLIST[language].noSuch({ kinds: Object.values(EVENT_TYPES_NAMED[language]).join(', ') }),
  );
  return new AppError('not_found', forPeople.en, { forPeople });
}

/** The error codes for a number that belongs to no vendor, and for text without digits, such as a name. */
const SUGGESTED_FOR: ReadonlySet<string> = new Set(['vendor_not_found', 'invalid_parameter']);

async function answerCheck(
  { decisionForPage, suggest, isFictional, baseUrl }: DecisionPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const t = CHECK[language];
  const query = queryOf(request);
  const asked = query.get('q')?.trim();
  // The home page has a single field that accepts a name or a number.
  if (asked !== undefined && !isNumber(asked)) return seeOther(reply, searchAddress(asked, query));
  const license_number = asked ?? query.get('license_number')?.trim();
  const event_type = query.get('event_type') ?? undefined;
  // The form leaves the field empty to mean today.
  const event_date = query.get('event_date')?.trim() || undefined;
  const typed = {
    licenseNumber: license_number ?? '',
    eventType: event_type ?? EMPTY_CHECK.eventType,
    eventDate: event_date ?? '',
  };
  // A decision links here with its event, for the next vendor.
  const isKnownType = event_type === undefined || EVENT_TYPES.some((each) => each === event_type);
  if (license_number === undefined && isKnownType)
    return sendPage(
      reply,
      200,
      renderCheck({ form: typed, fictional: await isFictional(), canonical: `${baseUrl}/check`, language }),
      FOR_ANYONE,
    );
  try {
    const named = {
      ...(license_number === undefined ? {} : { license_number }),
      ...(event_type === undefined ? {} : { event_type }),
      ...(event_date === undefined ? {} : { event_date }),
    };
    const pending = await decisionForPage(named, language);
    // After a reload, the same browser can reuse its page with the receipt. No other cache has the page.
    const kept = { 'cache-control': 'private, no-cache', etag: `"${pending.tag}"` };
    if (isHeld(request, kept.etag)) return sendNotModified(request, reply.headers(kept));
    if (request.method === 'HEAD') return sendHead(reply, kept);
    return sendPage(reply, 200, renderDecision(await pending.issue(), typed, language), kept);
  } catch (error) {
    if (!isAboutField(error)) throw error;
    const refusal = error.textIn(language) ?? t.notFound;
    const isUnknown = error.parameter === 'license_number' && SUGGESTED_FOR.has(error.code);
    const meant = isUnknown && license_number ? await suggest?.(license_number, language) : undefined;
    const form = {
      ...typed,
      error: {
        field: error.parameter,
        text: meant ? `${refusal} ${meant}` : refusal,
        ...kindOf(error),
      },
    };
    return sendPage(
      reply,
      error.status,
      renderCheck({ form, fictional: await isFictional(), language }),
      error.headers,
    );
  }
}

function searchAddress(asked: string, query: URLSearchParams): string {
  const day = query.get('event_date')?.trim() ?? '';
  const search = new URLSearchParams({ q: asked.slice(0, 200), ...(day === '' ? {} : { event_date: day }) });
  return `/search?${search.toString()}`;
}

async function answerVerify(
  { verifyForPage, isFictional, baseUrl }: DecisionPagesOptions,
  pasted: string | null,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageOf(reply.request);
  const shared = { fictional: await isFictional(), language };
  if (pasted === null)
    return sendPage(
      reply,
      200,
      renderVerify({ receipt: '', ...shared, canonical: `${baseUrl}/verify` }),
      FOR_ANYONE,
    );
  try {
    const receipt = receiptIn(pasted);
    const number = isReceipt(receipt) ? undefined : shortNumberIn(pasted);
    // Each number has only one address, and therefore only one rate limit.
    if (number?.kind === 'number') return seeOther(reply, `/v/${number.number}`);
    if (number?.kind === 'mistyped') throw refusedReceipt('invalid_parameter', 'mistyped');
    if (receipt === '') throw refusedReceipt('missing_parameter', 'paste');
    if (receipt.length > RECEIPT_LENGTH_MAX) throw tooLongReceipt(receipt.length);
    const outcome = await verifyForPage(receipt);
    return sendPage(reply, 200, renderVerify({ receipt: pasted, outcome, ...shared }));
  } catch (error) {
    if (!isAboutField(error)) throw error;
    const text = error.textIn(language) ?? error.forPeople;
    const page = renderVerify({ receipt: pasted, error: text, ...shared });
    return sendPage(reply, error.status, page, error.headers);
  }
}

function refusedReceipt(
  code: 'invalid_parameter' | 'missing_parameter',
  key: 'mistyped' | 'paste',
): AppError {
  const forPeople = inEach((language) => VERIFY[language][key]);
  return new AppError(code, forPeople.en, { parameter: 'receipt', forPeople });
}

function tooLongReceipt(length: number): AppError {
  const forPeople = inEach((language) => VERIFY[language].length({ max: RECEIPT_LENGTH_MAX, length }));
  return new AppError('invalid_parameter', forPeople.en, { parameter: 'receipt', forPeople });
}

function kindOf({ code }: AppError): Pick<FieldError, 'kind'> {
  if (code === 'ambiguous_license') return { kind: 'ambiguous' };
  return code === 'vendor_not_found' ? { kind: 'unknown' } : {};
}

/**
 * Returns true if the reader can correct the error, which is then shown next to the field. All other errors
 * get an error page.
 */
function isAboutField(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  return error.status === 400 || error.code === 'vendor_not_found';
}
