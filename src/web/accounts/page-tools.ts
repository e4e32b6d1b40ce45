import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { AccountService } from '../../features/accounts/service-types.ts';
import type { Frame } from './account-frame.ts';

/** What the routes of this folder share. */
export interface AccountPageTools {
  readonly accounts: AccountService;
  /** Options of a route that takes a form. */
  readonly form: {
    readonly schema: { readonly hide: true };
    readonly onRequest: onRequestAsyncHookHandler[];
  };
  /** Counts a try for an address, whoever makes it; refuses beyond the limit. */
  readonly countAddress: (reply: FastifyReply, email: string) => Promise<void>;
  /** Sends a page that no other site learns the address of. */
  readonly send: (
    reply: FastifyReply,
    status: number,
    render: (frame: Frame) => string,
  ) => Promise<FastifyReply>;
}

/** What was typed into these fields; empty where nothing was. */
export function typedIn<Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> {
  const entries = names.map((name) => [name, form.get(name) ?? '']);
  // Object.fromEntries forgets which names it was given.
  return Object.fromEntries(entries) as Record<Name, string>;
}

export function withCookies(reply: FastifyReply, cookies: readonly string[]): FastifyReply {
  return reply.header('set-cookie', [...cookies]);
}
