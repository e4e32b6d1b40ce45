import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FieldErrors } from '../../lib/field-errors.ts';
import type { Letter } from '../../owner/claims/claim.ts';
import type { OperatorClaims } from '../../owner/claims/operator-service.ts';
import { CLAIM_STATES } from '../../owner/claims/states.ts';
import { formOf, queryOf, seeOther, sendPage } from '../kit/forms/forms.ts';
import { signedInOf } from '../kit/frame/session.ts';
import { frameOf, type SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import { isBeyond, readPage, windowOf } from '../kit/paging.ts';
import { renderDayOf } from '../kit/render-dates.ts';
import { sendStrangersFile } from '../kit/send-strangers-file.ts';
import { renderClaimDetails, renderQueue } from './claim-pages.ts';
import { renderOperatorPage } from './operator-page.ts';

interface Options {
  readonly claims: OperatorClaims;
  readonly baseUrl: string;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}
interface OfClaim {
  readonly Params: { readonly id: string };
}
type ClaimRequest = FastifyRequest<OfClaim>;

const schema = { hide: true };
const ADDRESS = '/operator/claims/:id';
const CLAIMS_A_PAGE = 50;

/** Adds the claim pages to the operators' context. */
export function addClaimRoutes(app: FastifyInstance, options: Options): void {
  const { claims, baseUrl } = options;
  app.get('/operator/claims', { schema }, async (request, reply) => {
    const asked = queryOf(request).get('state');
    const state = CLAIM_STATES.find((each) => each === asked) ?? 'pending';
    const place = { page: readPage(queryOf(request)), pageSize: CLAIMS_A_PAGE };
    const list = { ...place, total: await claims.countQueue(state) };
    const rows = await claims.listQueue(state, windowOf(place));
    const page = renderQueue(await frameOf(request, options), rows, { state, list });
    return sendPage(reply, isBeyond(list) ? 404 : 200, page);
  });
  app.get<OfClaim>(ADDRESS, { schema }, (request, reply) => sendDetails(options, request, reply));
  // The code is shown only in the response to the form, and never appears in an address, the database or a
  // cache.
  app.post<OfClaim>(`${ADDRESS}/letter`, { schema }, async (request, reply) => {
    const printedBefore = formOf(request).get('printed') ?? '';
    const letter = await claims.printLetter(signedInOf(request).accountId, request.params.id, printedBefore);
    if (!letter.ok) return sendDetails(options, request, reply, { errors: letter.errors });
    return sendPage(reply, 200, renderLetter(await frameOf(request, options), letter.value, baseUrl));
  });
  addDocumentRoute(app, claims);
  addDecisionRoutes(app, options);
}

function addDocumentRoute(app: FastifyInstance, claims: OperatorClaims): void {
  app.get<OfClaim>(`${ADDRESS}/document`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const document = await claims.getDocument(signedInOf(request).accountId, id);
    return sendStrangersFile(reply, `claim-${id}`, document);
  });
}

function addDecisionRoutes(app: FastifyInstance, options: Options): void {
  const { claims } = options;
  const steps = [
    ['verify', 'verified', claims.verify],
    ['reject', 'rejected', claims.reject],
    ['release', 'released', claims.releaseByOperator],
  ] as const;
  for (const [step, done, take] of steps)
    app.post<OfClaim>(`${ADDRESS}/${step}`, { schema }, async (request, reply) => {
      const note = formOf(request).get('note') ?? '';
      const refusal = await take(signedInOf(request).accountId, request.params.id, note);
      if (refusal !== undefined)
        return sendDetails(options, request, reply, { errors: { note: refusal }, note });
      return seeOther(reply, `/operator/claims/${request.params.id}?done=${done}`);
    });
}

const DONE = new Map([
  ['verified', 'Verified. We’ve emailed the claimant.'],
  ['rejected', 'Rejected. We’ve emailed the claimant.'],
  ['released', 'Released. We’ve emailed the claimant.'],
]);

async function sendDetails(
  options: Options,
  request: ClaimRequest,
  reply: FastifyReply,
  wrong?: { readonly errors: FieldErrors; readonly note?: string },
): Promise<FastifyReply> {
  const claim = await options.claims.getForOperator(request.params.id);
  const page = wrong ?? { notice: DONE.get(queryOf(request).get('done') ?? '') };
  return sendPage(reply, wrong ? 422 : 200, renderClaimDetails(await frameOf(request, options), claim, page));
}

/**
 * Renders the letter to print, or the script for the call. The address, phone number and code do not appear
 * on any other page.
 */
function renderLetter(frame: SignedInFrame, letter: Letter, baseUrl: string): Html {
  const kicker = html`<a href="/operator/claims/${letter.claim_id}">Back to the claim</a> · shown this once: ${letter.proof === 'phone' ? 'call now' : 'print it now'}`;
  const [title, content] =
    letter.proof === 'phone'
      ? ['Call the holder', renderCall(letter, baseUrl)]
      : [`About license ${letter.license_number}`, renderSheet(letter, baseUrl)];
  return renderOperatorPage(frame, { title, kicker, content });
}

function renderSheet(letter: Letter, baseUrl: string): Html {
  const { owner_name, mailing_address, license_number, name, city, code, expires_at } = letter;
  const lines = [owner_name, ...mailing_address.split('\n')].map((line) => html`${line}`);
  return html`<address class="envelope">${joinHtml(lines, html`<br>`)}</address>
<p>Someone with an account at ${baseUrl} says that they hold license ${license_number} (${name}${city === '' ? '' : `, ${city}`}).
We are writing to the address in the regulator’s license file to confirm that.</p>
<p>If it is you, or someone acting for you, sign in at ${baseUrl}/settings/licenses and type this code.</p>
<p class="claim-code"><strong class="code">${code}</strong></p>
<p>It is valid until ${renderDayOf(expires_at)}. Don’t share it: anyone who types it can act for your license there.</p>
<p>If no one in your business asked for it, throw this letter away. Without the code, nothing happens.</p>`;
}

function renderCall(letter: Letter, baseUrl: string): Html {
  const { owner_name, phone, license_number, name, code, expires_at } = letter;
  return html`<dl class="ledger"><div><dt>Number in the license file</dt><dd class="code">${phone}</dd></div>
<div><dt>Ask for</dt><dd>${owner_name} (${name}, license ${license_number})</dd></div>
<div><dt>Code</dt><dd><strong class="code">${code}</strong></dd></div>
<div><dt>Valid until</dt><dd>${renderDayOf(expires_at)}</dd></div></dl>
<p>Ask whether they claimed the license at ${baseUrl}. Only if so, read out the code; it is typed at ${baseUrl}/settings/licenses. Leave it on no answering machine.</p>`;
}
