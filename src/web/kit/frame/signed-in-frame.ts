import type { FastifyRequest } from 'fastify';
import { signedInOf } from './session.ts';

/** The values that the frame of every signed-in page needs. */
export interface SignedInFrame {
  readonly account: { readonly name: string };
  /** Undefined before anything is published. */
  readonly fictional: boolean | undefined;
}

/** Returns the frame's values for a request in a context that requires a session. */
export async function frameOf(
  request: FastifyRequest,
  options: { readonly isFictional: () => Promise<boolean | undefined> },
): Promise<SignedInFrame> {
  return { account: signedInOf(request), fictional: await options.isFictional() };
}
