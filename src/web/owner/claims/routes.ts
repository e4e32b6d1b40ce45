import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { CodeOutcome } from '../../../owner/claims/claim.ts';
import { CLAIM_ERRORS } from '../../../owner/claims/messages.ts';
import type { ClaimService } from '../../../owner/claims/service.ts';
import { acceptForms, formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import {
  DOCUMENT_FORM,
  multipartLimits,
  readDocumentForm,
  refuseLongRequests,
} from '../../kit/forms/upload.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, requireSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { isBeyond, readPage, windowOf } from '../../kit/paging.ts';
import { type ClaimFormState, renderClaim } from './claim-page.ts';
import { CLAIM_NOTICES, CODE_ERRORS } from './license-messages.ts';
import { codeField, renderLicenses, renderRelease } from './licenses-page.ts';

const FORM_BYTES_MAX = 4 * 1024;
const LIST = '/settings/licenses';
const CLAIMS_A_PAGE = 50;

interface ClaimPagesOptions {
  readonly claims: Pick<
    ClaimService,
    'findClaimable' | 'claim' | 'enterCode' | 'askAgain' | 'listOwn' | 'countOwn' | 'getOwn' | 'release'
  >;
  readonly findSession: FindSession;
  readonly baseUrl: string;
  readonly limits: { readonly ACCOUNT: number; readonly IDENTITY: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OfClaim {
  readonly Params: { readonly claimId: string };
}

const page = { schema: { hide: true }, config: TRANSLATED };

/**
 * `/claim` and `/settings/licenses`: pages for claiming a license and, when signed in, for proving ownership.
 */
export const claimPages: FastifyPluginAsync<ClaimPagesOptions> = async (app, options) => {
  preparePages(app);
  addFirstPage(app, options);
  app.register(async (own) => {
    acceptForms(own, { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl });
    requireSession(own, options.findSession);
    await own.register(multipart, { limits: multipartLimits(DOCUMENT_FORM) });
    addClaimForm(own, options);
    addListRoutes(own, options);
  });
};

/**
 * Adds the page where every claim starts, with or without an account. The self-check's `claim_url` leads
 * here.
 */
function addFirstPage(app: FastifyInstance, options: ClaimPagesOptions): void {
  const { claims, baseUrl, limits, findSession, isFictional } = options;
  const onRequest = app.rateLimit({ name: 'claim-page', perMinute: limits.IDENTITY });
  app.get('/claim', { ...page, onRequest }, async (request, reply) => {
    const account = await findSession(request.headers);
    const number = queryOf(request).get('license')?.trim() ?? '';
    const language = languageOf(request);
    const found =
      number === '' ? undefined : await claims.findClaimable(account?.accountId, number, language);
    const state = {
      number,
      license: found?.ok ? found.value : undefined,
      ...(found && !found.ok ? { errors: found.errors } : {}),
    };
    const frame = { account, fictional: await isFictional(), canonical: `${baseUrl}/claim` };
    return sendPage(reply, state.errors ? 422 : 200, renderClaim(frame, state, language));
  });
}

function addClaimForm(app: FastifyInstance, options: ClaimPagesOptions): void {
  const { claims, limits } = options;
  const limit = app.rateLimit({ name: 'claim', perMinute: limits.ACCOUNT });
  const answer = async (request: FastifyRequest, reply: FastifyReply, state: ClaimFormState) =>
    sendPage(reply, 422, renderClaim(await frameOf(request, options), state, languageOf(request)));

  app.post(
    '/claim',
    { ...page, onRequest: [...limit, refuseLongRequests(DOCUMENT_FORM)] },
    async (request, reply) => {
      const { fields, file } = await readDocumentForm(request, 'document');
      const { accountId } = signedInOf(request);
      const number = fields.get('license')?.trim() ?? '';
      const proof = fields.get('proof') ?? '';
      const language = languageOf(request);
      // Parsing stops at a truncated file, so any later fields are unknown.
      const made =
        file === 'tooLarge'
          ? ({ ok: false, errors: { document: CLAIM_ERRORS[language].fileTooLarge } } as const)
          : await claims.claim(accountId, number, proof, file, language);
      if (made.ok) return seeOther(reply, `${LIST}?done=claimed`);
      const found = await claims.findClaimable(accountId, number, language);
      const license = found.ok ? found.value : undefined;
      return answer(request, reply, { number, license, proof, errors: made.errors });
    },
  );
}

function addListRoutes(app: FastifyInstance, options: ClaimPagesOptions): void {
  const { claims, limits } = options;
  const limit = app.rateLimit({ name: 'claim-code', perMinute: limits.ACCOUNT });
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: { errors?: FieldErrors; typed?: Record<string, string>; notice?: string | undefined },
  ) => {
    const { accountId } = signedInOf(request);
    // A rejected form is always on the first page, because pending claims come first and there are only a
    // few.
    const place = { page: page.errors ? 1 : readPage(queryOf(request)), pageSize: CLAIMS_A_PAGE };
    const list = { ...place, total: await claims.countOwn(accountId) };
    const rows = await claims.listOwn(accountId, windowOf(place));
    const status = page.errors ? 422 : isBeyond(list) ? 404 : 200;
    const state = { ...page, claims: rows, list };
    const shown = renderLicenses(await frameOf(request, options), state, languageOf(request));
    return sendPage(reply, status, shown);
  };

  app.get(LIST, page, (request, reply) => answer(request, reply, { notice: noticeOf(request) }));
  app.post<OfClaim>(`${LIST}/:claimId/code`, { ...page, onRequest: limit }, async (request, reply) => {
    const { claimId } = request.params;
    const field = codeField(claimId);
    const code = formOf(request).get(field) ?? '';
    const outcome = await claims.enterCode(signedInOf(request).accountId, claimId, code);
    if (outcome.status === 'verified' || outcome.status === 'waits')
      return seeOther(reply, `${LIST}?done=${outcome.status}`);
    return answer(request, reply, {
      errors: { [field]: codeError(outcome, languageOf(request)) },
      typed: { [field]: code },
    });
  });
  app.post<OfClaim>(`${LIST}/:claimId/ask-again`, { ...page, onRequest: limit }, async (request, reply) => {
    const refusal = await claims.askAgain(
      signedInOf(request).accountId,
      request.params.claimId,
      languageOf(request),
    );
    if (refusal !== undefined) return answer(request, reply, { errors: { pending: refusal } });
    return seeOther(reply, `${LIST}?done=asked`);
  });
  app.get<OfClaim>(`${LIST}/:claimId/release`, page, async (request, reply) => {
    const claim = await claims.getOwn(signedInOf(request).accountId, request.params.claimId);
    return sendPage(reply, 200, renderRelease(await frameOf(request, options), claim, languageOf(request)));
  });
  app.post<OfClaim>(`${LIST}/:claimId/release`, page, async (request, reply) => {
    // A claim that has already ended does not need to be released.
    await claims.release(signedInOf(request).accountId, request.params.claimId);
    return seeOther(reply, `${LIST}?done=released`);
  });
}

/** Returns the notice about the last action. Text from an address never appears on a page. */
function noticeOf(request: FastifyRequest): string | undefined {
  const done = queryOf(request).get('done') ?? '';
  const notices = CLAIM_NOTICES[languageOf(request)];
  return Object.hasOwn(notices, done) ? notices[done] : undefined;
}

function codeError(
  outcome: Exclude<CodeOutcome, { status: 'verified' | 'waits' }>,
  language: Language,
): string {
  const t = CODE_ERRORS[language];
  switch (outcome.status) {
    case 'wrong':
      return outcome.attemptsLeft === 0 ? t.wrongLast : t.wrong({ count: outcome.attemptsLeft });
    case 'malformed':
      return t.malformed;
    case 'used_up':
      return t.usedUp;
    case 'expired':
      return t.expired;
    case 'holder_changed':
      return t.holderChanged;
    case 'no_code':
      return t.noCode;
  }
}
