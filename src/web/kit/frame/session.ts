import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logRefusedRow } from '../../../http/errors/log-refused-rows.ts';
import { networkOf } from '../../../http/limits/rate-limits.ts';
import { localPath } from '../../../lib/address/local-path.ts';
import { seeOther } from '../forms/forms.ts';
import { pageAbove } from './page-above.ts';

/**
 * Where to go after signing in if the user did not request a page first: an organizer's events or a vendor's
 * licenses.
 */
export const AFTER_SIGN_IN = '/home?arrived';

/** The account that is signed in for this request. */
export interface SignedIn {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
  /** True if the account is an operator of this service; undefined if that was not looked up. */
  readonly isOperator?: boolean;
}

/**
 * Finds the account for the request's cookie. Returns undefined if the cookie is missing, expired or forged.
 */
export type FindSession = (headers: FastifyRequest['headers']) => Promise<SignedIn | undefined>;

declare module 'fastify' {
  interface FastifyInstance {
    sessionLimits?: SessionLimits;
  }
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
}

/** Counts requests with a session cookie. Both functions reject requests that exceed their limit. */
interface SessionLimits {
  /** Runs before the cookie is looked up. */
  readonly countNetwork: (reply: FastifyReply, network: string) => Promise<void>;
  readonly countAccount: (reply: FastifyReply, accountId: string) => Promise<void>;
}

/** Several people in one office may share an IP address. */
const ACCOUNTS_PER_NETWORK = 5;

/**
 * Sets up rate limits shared by all pages that {@link requireSession} guards. Call this once, on the instance
 * that contains their contexts.
 */
export function limitSessions(app: FastifyInstance, perMinute: number): void {
  const network = { name: 'session-network', perMinute: perMinute * ACCOUNTS_PER_NETWORK };
  app.decorate('sessionLimits', {
    countNetwork: app.takeLimit(network),
    countAccount: app.takeLimit({ name: 'signed-in', perMinute }),
  });
}

/**
 * Lets only signed-in accounts into this context. Anyone else is redirected to sign in and then returns to
 * the requested page.
 */
export function requireSession(app: FastifyInstance, findSession: FindSession): void {
  const limits = app.sessionLimits;
  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.cookie !== undefined) await limits?.countNetwork(reply, networkOf(request));
    const signedIn = await findSession(request.headers);
    if (!signedIn) return seeOther(reply, withNext('/sign-in', returnAddress(request)));
    await limits?.countAccount(reply, signedIn.accountId);
    request.signedIn = signedIn;
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.signedIn) logRefusedRow(request, reply, { account_id: request.signedIn.accountId });
  });
}

/**
 * Returns the signed-in account. Throws if called outside a context that requires a session, which would be a
 * bug.
 */
export function signedInOf({ signedIn }: FastifyRequest): SignedIn {
  if (!signedIn) throw new Error('a page for who is signed in, outside its context');
  return signedIn;
}

/** Returns the page's address with the path to continue to. Leaves out a path that is not on this site. */
export function withNext(page: string, next: string | null | undefined): string {
  const path = localPath(next);
  const sign = page.includes('?') ? '&' : '?';
  return path === undefined ? page : `${page}${sign}${new URLSearchParams({ next: path })}`;
}

/**
 * Returns the page to show after signing in. A redirect cannot resubmit a form. If the session expired before
 * a form was submitted, the reader returns to the form's page, at the form's own address or the nearest page
 * above it.
 */
export function returnAddress(request: FastifyRequest): string {
  const { method, url } = request;
  return method === 'GET' || method === 'HEAD' ? url : (pageAbove(request) ?? AFTER_SIGN_IN);
}

/**
 * Returns true if a cookie could be a session cookie. Most visitors do not have a session cookie, so nothing
 * is looked up for them.
 */
export function hasSession({ cookie }: FastifyRequest['headers']): boolean {
  return cookie?.includes('session_token') === true;
}
