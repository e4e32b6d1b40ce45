import { localPath } from '../../lib/address/local-path.ts';
import type { Next } from '../account/account.ts';

/** What is stored with a link: its account and where it continues. Neither contains a blank. */
export function linkValue(accountId: string, next: Next): string {
  const path = localPath(next);
  return path === undefined ? accountId : `${accountId} ${path}`;
}

/** The inverse of {@link linkValue}. */
export function parseLinkValue(value: string): { readonly accountId: string; readonly next: Next } {
  const [accountId = '', next] = value.split(' ');
  return { accountId, next: localPath(next) };
}
