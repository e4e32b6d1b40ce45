import { localPath } from '../../lib/address/local-path.ts';
import type { Next } from '../account/account.ts';

/**
 * Formats the value stored with a link: its account and the page to continue to. Neither contains a space.
 */
export function linkValue(accountId: string, next: Next): string {
  const path = localPath(next);
  return path === undefined ? accountId : `${accountId} ${path}`;
}

/** Parses the value from {@link linkValue}. */
export function parseLinkValue(value: string): { readonly accountId: string; readonly next: Next } {
  const [accountId = '', next] = value.split(' ');
  return { accountId, next: localPath(next) };
}
