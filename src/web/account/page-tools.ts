import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Browser, SignedIn } from '../../accounts/account/account.ts';
import type { AccountService } from '../../accounts/account/account-methods.ts';
import type { TRANSLATED } from '../../http/input/choose-language.ts';
import { clientNetwork } from '../../http/proxy/client-address.ts';
import type { ExpiryReminders } from '../../owner/expiry/service.ts';
import type { Html } from '../kit/html.ts';
import type { AccountPageFrame } from './account-page.ts';

/** Tools shared by the routes in this folder. */
export interface AccountPageTools {
  readonly accounts: AccountService;
  /** Exports everything about the account and its owner as a ZIP file, in chunks. */
  readonly exportData: (session: SignedIn) => AsyncIterable<Uint8Array>;
  readonly expiryReminders: Pick<ExpiryReminders, 'isOn' | 'setOn'>;
  /** False if emails are saved as files, which only the operator can read. */
  readonly hasMailServer: boolean;
  /** Options for a route that shows a page. */
  readonly page: { readonly schema: { readonly hide: true }; readonly config: typeof TRANSLATED };
  /** Options for a route that accepts a form. */
  readonly form: {
    readonly schema: { readonly hide: true };
    readonly config: typeof TRANSLATED;
    readonly onRequest: onRequestAsyncHookHandler[];
  };
  /** Sends a page in the language of its address. The address is not revealed to other sites. */
  readonly send: (
    reply: FastifyReply,
    status: number,
    render: (frame: AccountPageFrame) => Html,
  ) => Promise<FastifyReply>;
}

/** Returns what was typed in these fields. A missing field is empty. */
export function typedIn<Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> {
  const entries = names.map((name) => [name, form.get(name) ?? '']);
  // The cast restores the key type, which Object.fromEntries loses.
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** Returns the sender of a form: the browser's headers and its network. */
export function browserOf({ headers, ip }: FastifyRequest): Browser {
  return { headers, network: clientNetwork(ip) };
}

/** Adds a Retry-After header with the wait in seconds, for programs. */
export function withWait(reply: FastifyReply, seconds: number): FastifyReply {
  return reply.header('retry-after', String(seconds));
}

export function withCookies(reply: FastifyReply, cookies: readonly string[]): FastifyReply {
  return reply.header('set-cookie', [...cookies]);
}
