import type { FastifyRequest } from 'fastify';
import { signedInOf } from './session.ts';

/** The values that the frame needs on every signed-in page. */
export interface SignedInFrame {
  readonly account: { readonly name: string };
  /** Undefined before the first publication. */
  readonly fictional: boolean | undefined;
}

/** Returns the values that the frame needs, for a request in a context that requires a session. */
export async function frameOf(
  request: FastifyRequest,
  options: { readonly isFictional: () => Promise<boolean | undefined> },
): Promise<SignedInFrame> {
  return { account: signedInOf(request), fictional: await options.isFictional() };
}
