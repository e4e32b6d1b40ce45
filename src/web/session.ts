import type { FastifyInstance, FastifyRequest } from 'fastify';
import { seeOther } from './forms.ts';

/** Who is signed in with this request. */
export interface SignedIn {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
}

/** The account that the request's cookie names; undefined for none, an expired or a forged one. */
export type FindSession = (headers: FastifyRequest['headers']) => Promise<SignedIn | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
}

/** Everything in this context is for who is signed in; others are led to the sign-in page, and back. */
export function requireSession(app: FastifyInstance, findSession: FindSession): void {
  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', async (request, reply) => {
    const signedIn = await findSession(request.headers);
    if (!signedIn)
      return seeOther(reply, `/sign-in?${new URLSearchParams({ next: returnAddress(request) })}`);
    request.signedIn = signedIn;
  });
}

/** Who is signed in. Throws where the route is in no context that requires it: a mistake of ours. */
export function signedInOf({ signedIn }: FastifyRequest): SignedIn {
  if (!signedIn) throw new Error('a page for who is signed in, outside its context');
  return signedIn;
}

/** A path on this site to go on to; anything else is the organizer's own first page. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(next) ? next : '/organizer';
}

/** A form cannot be sent again by a link, so whoever lost the session over one starts at its page's parent. */
function returnAddress({ method, url }: FastifyRequest): string {
  return method === 'GET' || method === 'HEAD' ? url : '/organizer';
}
