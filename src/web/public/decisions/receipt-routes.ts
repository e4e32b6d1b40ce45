import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { describeEventDays } from '../../../decisions/decide/days-to-decide.ts';
import { EVENT_TYPES_NAMED } from '../../../decisions/decide/messages.ts';
import { EVENT_TYPES } from '../../../decisions/decide/schemas.ts';
import type { EvidencePack } from '../../../decisions/evidence-pack/pack.ts';
import type { RenderPack } from '../../../decisions/evidence-pack/service.ts';
import { MISTYPED_NUMBER } from '../../../decisions/receipts/address.ts';
import type { ReceiptOnFile } from '../../../decisions/receipts/schemas.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { networkOf } from '../../../http/limits/rate-limits.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import { sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { sendPack } from '../../kit/send-pack.ts';
import { NO_RECEIPT } from './messages.ts';
import { renderReceiptPage } from './receipt-page.ts';
import { RECEIPT_PAGE } from './verify-messages.ts';

/**
 * Anyone who has the number may see the receipt. The address is therefore not revealed to other sites and
 * never listed by search engines.
 */
const PRIVATE_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

interface ReceiptPagesOptions {
  /** Throws the same 404 for a malformed number and for a number that does not belong to a receipt. */
  readonly findReceipt: (number: string) => Promise<ReceiptOnFile>;
  readonly renderPack: RenderPack;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly receiptLimit: onRequestAsyncHookHandler[];
  /** Receipts per minute for each client IP address; 0 for no limit. */
  readonly limits: { readonly VERIFY: number };
}

/** Drawing a PDF takes a hundred times as long as rendering a page. */
const PDFS_PER_MINUTE = 12;

/**
 * The addresses printed on paper. They show a receipt by its short number, as a page and as the signed text.
 */
export const receiptPages: FastifyPluginAsync<ReceiptPagesOptions> = async (app, options) => {
  const { findReceipt, renderPack, isFictional, receiptLimit, limits } = options;
  const takePdf = app.takeLimit({ name: 'receipt-pdf', perMinute: Math.min(limits.VERIFY, PDFS_PER_MINUTE) });
  preparePages(app);
  // Runs last, so that error pages also keep the address private.
  app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE_HEADERS));

  // Readers who type the address from paper may leave out the number.
  app.get('/v', { schema: { hide: true }, config: TRANSLATED }, async (request, reply) =>
    reply.redirect(inLanguage('/verify', languageOf(request))),
  );
  app.get<{ Params: { number: string } }>(
    '/v/:number',
    { schema: { hide: true }, config: TRANSLATED, onRequest: receiptLimit },
    async (request, reply) => {
      const language = languageOf(request);
      if (request.params.number.trim() === '') return reply.redirect(inLanguage('/verify', language));
      const { number, form } = splitForm(request.params.number);
      const receipt = await findReceipt(number).catch(asNoReceipt);
      if (form === 'page')
        return sendPage(reply, 200, renderReceiptPage(receipt, await isFictional(), language));
      if (form === 'pdf') {
        await takePdf(reply, networkOf(request));
        const pack = toReceiptPack(receipt, language);
        return sendPack(reply, renderPack, pack, `receipt-${receipt.receipt_number}`);
      }
      if (receipt.receipt === null) throw notKept();
      return reply
        .headers({
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': `attachment; filename="receipt-${receipt.receipt_number}.${form}"`,
        })
        .send(form === 'txt' ? `${receipt.receipt}\n` : proofOf(receipt));
    },
  );
};

/** Rethrows every error. The error for an unknown receipt number gets its own page title first. */
function asNoReceipt(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  const isMistyped = error.message === MISTYPED_NUMBER;
  throw new AppError(error.code, error.message, {
    headline: inEach((language) => NO_RECEIPT[language].title),
    forPeople: inEach((language) => NO_RECEIPT[language][isMistyped ? 'mistyped' : 'unknown']),
    ...(error.parameter === undefined ? {} : { parameter: error.parameter }),
  });
}

function proofOf({ verification }: ReceiptOnFile): string {
  if (verification?.log) return verification.log.proof;
  throw new AppError('not_found', RECEIPT_PAGE.en.noProof, {
    forPeople: inEach((language) => RECEIPT_PAGE[language].noProof),
  });
}

type Form = 'page' | (typeof FILE_FORMS)[number];
const FILE_FORMS = ['txt', 'pdf', 'tlog-proof'] as const;

function splitForm(address: string): { readonly number: string; readonly form: Form } {
  const form = FILE_FORMS.find((each) => address.endsWith(`.${each}`));
  return form ? { number: address.slice(0, -form.length - 1), form } : { number: address, form: 'page' };
}

/**
 * Returns the error for a receipt whose text was not stored, because it was issued before receipts had
 * numbers.
 */
function notKept(): AppError {
  const forPeople = inEach((language) => RECEIPT_PAGE[language].notKept);
  return new AppError('not_found', forPeople.en, { forPeople });
}

function notGenuine(): AppError {
  const forPeople = inEach((language) => RECEIPT_PAGE[language].notGenuine);
  return new AppError('not_found', forPeople.en, { forPeople });
}

/**
 * Returns a receipt as an evidence pack that contains only the signed facts. Throws a 404 if the receipt is
 * not genuine or was not stored.
 */
export function toReceiptPack({ verification, ...receipt }: ReceiptOnFile, language: Language): EvidencePack {
  if (!verification) throw notKept();
  const claims = verification.receipt;
  if (!verification.valid || !claims) throw notGenuine();
  const t = RECEIPT_PAGE[language];
  const { receipt_number: number, receipt_url: url } = receipt;
  const type = EVENT_TYPES.find((each) => each === claims.event_type);
  const { event_date: first, event_last_date: last = first } = claims;
  return {
    title: t.title({ number }),
    language,
    event: {
      type: type ? EVENT_TYPES_NAMED[language][type] : claims.event_type,
      dates: first && last ? t.anEvent({ days: describeEventDays({ first, last }, language) }) : t.noDays,
    },
    // Use only signed facts, so that the file is the same every time.
    madeAt: receipt.issued_at,
    issuer: claims.iss,
    entries: [{ kind: 'receipt', number, url, claims }],
    fictional: claims.fictional,
  };
}
