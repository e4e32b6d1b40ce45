import type { FastifyRequest } from 'fastify';
import { signedInOf } from './session.ts';

/** The values that every page needs about the signed-in account. */
export interface SignedInFrame {
  readonly account: { readonly name: string };
  /** Undefined before anything is published. */
  readonly fictional: boolean | undefined;
}

/** Returns the frame of the answer to a request within a context that requires a session. */
export async function frameOf(
  request: FastifyRequest,
  options: { readonly isFictional: () => Promise<boolean | undefined> },
): Promise<SignedInFrame> {
  return { account: signedInOf(request), fictional: await options.isFictional() };
}
