import { localPath } from '../../lib/local-path.ts';
import type { Next } from './account.ts';

/** What is kept with a link: whose it is, and where it leads on to. Neither holds a blank. */
export function linkValue(accountId: string, next: Next): string {
  const path = localPath(next);
  return path === undefined ? accountId : `${accountId} ${path}`;
}

/** The inverse of {@link linkValue}. */
export function parseLinkValue(value: string): { readonly accountId: string; readonly next: Next } {
  const [accountId = '', next] = value.split(' ');
  return { accountId, next: localPath(next) };
}
