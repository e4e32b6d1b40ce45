import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { LogDescription } from '../../../decisions/log/service.ts';
import { isReceipt, receiptIn, shortNumberIn } from '../../../decisions/receipts/parse-receipt-text.ts';
import {
  RECEIPT_LENGTH_MAX,
  type ReceiptOnFile,
  type VerificationOutcome,
} from '../../../decisions/receipts/schemas.ts';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { keepFor } from '../../../lib/cache/recheck.ts';
import { FOR_ANYONE, formOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { PROOF } from './proof-messages.ts';
import { type CheckedReceipt, renderProof } from './proof-page.ts';

const FORM_BYTES_MAX = 16 * 1024;
/** The time that the log's description remains cached. */
const KEPT_MS = 5_000;

interface ProofPagesOptions {
  readonly describeLog: () => Promise<LogDescription | undefined>;
  /** Throws a 404 if no receipt has this number. */
  readonly findReceipt: (number: string) => Promise<ReceiptOnFile>;
  readonly verify: (receipt: string) => Promise<VerificationOutcome>;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly baseUrl: string;
  readonly receiptLimit: onRequestAsyncHookHandler[];
  readonly limits: { readonly PAGE: number };
}

type Problem = 'paste' | 'length' | 'unknown';

/** The page about the public log, which also lets readers look up a receipt. */
export const proofPages: FastifyPluginAsync<ProofPagesOptions> = async (app, options) => {
  const { isFictional, baseUrl, receiptLimit, limits } = options;
  const schema = { hide: true };
  const onRequest = app.rateLimit({ name: 'proof', perMinute: limits.PAGE });
  const describeLog = keepFor(KEPT_MS, options.describeLog);
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });

  app.get('/proof', { schema, config: TRANSLATED, onRequest }, async (request, reply) => {
    const page = renderProof({
      log: await describeLog(),
      typed: '',
      fictional: await isFictional(),
      canonical: `${baseUrl}/proof`,
      language: languageOf(request),
    });
    return sendPage(reply, 200, page, FOR_ANYONE);
  });

  app.post('/proof', { schema, config: TRANSLATED, onRequest: receiptLimit }, async (request, reply) => {
    const typed = formOf(request).get('receipt') ?? '';
    const found = await look(options, typed);
    return answer(reply, typed, found);
  });

  const answer = async (reply: FastifyReply, typed: string, found: CheckedReceipt | Problem) => {
    const language = languageOf(reply.request);
    const isProblem = typeof found === 'string';
    const page = renderProof({
      log: await describeLog(),
      typed: typed.slice(0, RECEIPT_LENGTH_MAX),
      ...(isProblem ? { error: PROOF[language][found] } : { checked: found }),
      fictional: await isFictional(),
      language,
    });
    return sendPage(reply, isProblem ? (found === 'unknown' ? 404 : 400) : 200, page);
  };

  const script = readFileSync(new URL('./assets/proof.js', import.meta.url));
  app.get('/assets/proof.js', { schema, onRequest }, async (request, reply) =>
    sendCacheable(request, reply, {
      body: script,
      type: 'text/javascript; charset=utf-8',
      maxAgeSeconds: 3_600,
    }),
  );
};

async function look(
  { findReceipt, verify }: ProofPagesOptions,
  typed: string,
): Promise<CheckedReceipt | Problem> {
  const receipt = receiptIn(typed);
  if (receipt === '') return 'paste';
  const number = isReceipt(receipt) ? undefined : shortNumberIn(typed);
  if (number?.kind === 'mistyped') return 'unknown';
  if (number?.kind !== 'number') {
    if (receipt.length > RECEIPT_LENGTH_MAX) return 'length';
    return { text: receipt, outcome: await verify(receipt) };
  }
  try {
    const { receipt: text, verification: outcome } = await findReceipt(number.number);
    return text !== null && outcome ? { text, outcome } : 'unknown';
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return 'unknown';
    throw error;
  }
}
