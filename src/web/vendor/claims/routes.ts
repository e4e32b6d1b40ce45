import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { CodeOutcome } from '../../../ledger/claims/claim.ts';
import type { ClaimService } from '../../../ledger/claims/service.ts';
import type { FieldErrors } from '../../../lib/checked.ts';
import { FILE_TOO_LARGE } from '../../../lib/uploaded-file.ts';
import { acceptForms, formOf, queryOf, seeOther, sendPage } from '../../kit/forms.ts';
import { preparePages } from '../../kit/page-context.ts';
import { isBeyond, readPage, windowOf } from '../../kit/paging.ts';
import { type FindSession, requireSession, signedInOf } from '../../kit/session.ts';
import { frameOf } from '../../kit/signed-in-frame.ts';
import { DOCUMENT_FORM, multipartLimits, readDocumentForm, refuseLongRequests } from '../../kit/upload.ts';
import { type ClaimFormState, renderClaim } from './claim-page.ts';
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
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OfClaim {
  readonly Params: { readonly claimId: string };
}

const schema = { hide: true };

/** `/claim` and `/settings/licenses`: where licenses are claimed, and whoever is signed in proves that they are theirs. */
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

/** Where every claim begins, for whoever comes, an account or none: `claim_url` of the self-check leads here. */
function addFirstPage(app: FastifyInstance, options: ClaimPagesOptions): void {
  const { claims, baseUrl, limits, findSession, isFictional } = options;
  const onRequest = app.rateLimit({ name: 'claim-page', perMinute: limits.IDENTITY });
  app.get('/claim', { schema, onRequest }, async (request, reply) => {
    const account = await findSession(request.headers);
    const number = queryOf(request).get('license')?.trim() ?? '';
    const found = number === '' ? undefined : await claims.findClaimable(account?.accountId, number);
    const state = {
      ...{ number, license: found?.ok ? found.value : undefined },
      ...(found && !found.ok ? { errors: found.errors } : {}),
    };
    const frame = { account, fictional: await isFictional(), canonical: `${baseUrl}/claim` };
    return sendPage(reply, state.errors ? 422 : 200, renderClaim(frame, state));
  });
}

function addClaimForm(app: FastifyInstance, options: ClaimPagesOptions): void {
  const { claims, limits } = options;
  const limit = app.rateLimit({ name: 'claim', perMinute: limits.ACCOUNT });
  const answer = async (request: FastifyRequest, reply: FastifyReply, state: ClaimFormState) =>
    sendPage(reply, 422, renderClaim(await frameOf(request, options), state));

  app.post(
    '/claim',
    { schema, onRequest: [...limit, refuseLongRequests(DOCUMENT_FORM)] },
    async (request, reply) => {
      const { fields, file } = await readDocumentForm(request, 'document');
      const { accountId } = signedInOf(request);
      const number = fields.get('license')?.trim() ?? '';
      const proof = fields.get('proof') ?? '';
      // A file that was cut off ends the reading of the form, so what came after it is not known.
      const made =
        file === 'tooLarge'
          ? ({ ok: false, errors: { document: FILE_TOO_LARGE } } as const)
          : await claims.claim(accountId, number, proof, file);
      if (made.ok) return seeOther(reply, `${LIST}?done=claimed`);
      const found = await claims.findClaimable(accountId, number);
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
    // A form that was refused stands on the first page: pending claims come first, and there are few.
    const place = { page: page.errors ? 1 : readPage(queryOf(request)), pageSize: CLAIMS_A_PAGE };
    const list = { ...place, total: await claims.countOwn(accountId) };
    const rows = await claims.listOwn(accountId, windowOf(place));
    const status = page.errors ? 422 : isBeyond(list) ? 404 : 200;
    const shown = renderLicenses(await frameOf(request, options), { ...page, claims: rows, list });
    return sendPage(reply, status, shown);
  };

  app.get(LIST, { schema }, (request, reply) =>
    answer(request, reply, { notice: DONE.get(queryOf(request).get('done') ?? '') }),
  );
  app.post<OfClaim>(`${LIST}/:claimId/code`, { schema, onRequest: limit }, async (request, reply) => {
    const { claimId } = request.params;
    const field = codeField(claimId);
    const code = formOf(request).get(field) ?? '';
    const outcome = await claims.enterCode(signedInOf(request).accountId, claimId, code);
    if (outcome.status === 'verified' || outcome.status === 'waits')
      return seeOther(reply, `${LIST}?done=${outcome.status}`);
    return answer(request, reply, { errors: { [field]: codeError(outcome) }, typed: { [field]: code } });
  });
  app.post<OfClaim>(`${LIST}/:claimId/ask-again`, { schema, onRequest: limit }, async (request, reply) => {
    const refusal = await claims.askAgain(signedInOf(request).accountId, request.params.claimId);
    if (refusal !== undefined) return answer(request, reply, { errors: { pending: refusal } });
    return seeOther(reply, `${LIST}?done=asked`);
  });
  app.get<OfClaim>(`${LIST}/:claimId/release`, { schema }, async (request, reply) => {
    const claim = await claims.getOwn(signedInOf(request).accountId, request.params.claimId);
    return sendPage(reply, 200, renderRelease(await frameOf(request, options), claim));
  });
  app.post<OfClaim>(`${LIST}/:claimId/release`, { schema }, async (request, reply) => {
    // That it has ended already is what was wanted.
    await claims.release(signedInOf(request).accountId, request.params.claimId);
    return seeOther(reply, `${LIST}?done=released`);
  });
}

/** What was done just before, as the address says it. */
const DONE = new Map([
  ['claimed', 'Your claim is made. What happens next stands below.'],
  ['verified', 'Verified. The license is yours here now.'],
  [
    'waits',
    'Your code was right. Our staff looks into it, because another account is verified for this license.',
  ],
  ['asked', 'We will send you another code.'],
  ['released', 'Given up.'],
  ['watch-ended', 'The watch of this license has ended. Nothing is charged any more.'],
  ['no-watch', 'This license is not watched, so there is nothing to end.'],
]);

function codeError(outcome: Exclude<CodeOutcome, { status: 'verified' | 'waits' }>): string {
  switch (outcome.status) {
    case 'wrong':
      return outcome.attemptsLeft === 0
        ? 'That is not the code, and it was the last attempt. Ask for another code.'
        : `That is not the code. Attempts left: ${outcome.attemptsLeft}.`;
    case 'malformed':
      return 'A code is eight letters and digits, such as ACDE-3467. This cost no attempt.';
    case 'used_up':
      return 'This code was tried too often and does not work any more. Ask for another one.';
    case 'expired':
      return 'This code has run out. Ask for another one.';
    case 'holder_changed':
      return 'The license has another holder now than when the code was sent. Give up this claim and claim the license again.';
    case 'no_code':
      return 'No code is awaited for this license now.';
  }
}
