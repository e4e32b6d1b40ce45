import { createHash, createHmac } from 'node:crypto';

/**
 * The applicant's private link. Its token is made from a secret of the service and the application's id, so that every mail can
 * have the link although only the token's hash is stored. docs/decisions/0022-inbox.md weighs what that means for the secret.
 */

const TOKEN_LENGTH = 32;

/** What makes a link again. */
export interface LinkMaker {
  readonly baseUrl: string;
  readonly linkToken: (applicationId: string) => string;
}

/** 192 bits, base64url. */
export function linkTokenOf(secret: string, applicationId: string): string {
  return createHmac('sha256', secret)
    .update(`application-link:${applicationId}`)
    .digest('base64url')
    .slice(0, TOKEN_LENGTH);
}

/** What is stored of a token, hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The address that shows one application to its sender. */
export function privateLink(baseUrl: string, token: string): string {
  return `${baseUrl}/application?${new URLSearchParams({ token })}`;
}

/** The link of a stored application; undefined when its token was drawn, or made with another secret: it works and is not known. */
export function linkOf(
  { baseUrl, linkToken }: LinkMaker,
  { id, link_sha256 }: { readonly id: string; readonly link_sha256: string },
): string | undefined {
  const token = linkToken(id);
  return hashToken(token) === link_sha256 ? privateLink(baseUrl, token) : undefined;
}
