import { deriveToken, hashToken } from '../../../lib/hash-token.ts';
import type { Language } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';

/**
 * Creates an applicant's private link. The token is derived from a secret of the service and the
 * application's id. Every email can therefore include the link, although only the token's hash is stored.
 * docs/decisions/0022-inbox.md explains what this means for the secret.
 */

/** The settings for recreating a link. */
export interface LinkMaker {
  readonly baseUrl: string;
  readonly linkToken: (applicationId: string) => string;
}

/** Matches every token that was ever issued. Any other text is rejected, even if its hash is stored. */
const TOKEN = /^[\w-]{16,64}$/;

export function isLinkToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Derives the token for an application's link. */
export function linkTokenOf(secret: string, applicationId: string): string {
  return deriveToken(secret, `application-link:${applicationId}`);
}

/** Returns the value to store for an application without a link. It cannot be the hash of a token. */
export function noLink(applicationId: string): string {
  return `no link: ${applicationId}`;
}

/** Returns the URL of the page where the applicant views the application, in the language they applied in. */
export function privateLink(baseUrl: string, token: string, language: Language = 'en'): string {
  return `${baseUrl}${inLanguage('/application', language)}?${new URLSearchParams({ token })}`;
}

interface LinkedApplication {
  readonly id: string;
  readonly link_sha256: string;
  /** Defaults to English. */
  readonly language?: Language | undefined;
}

/**
 * Returns the link to a stored application. Returns undefined if the token was random or derived from another
 * secret. Such a link works but cannot be recreated.
 */
export function linkOf(
  { baseUrl, linkToken }: LinkMaker,
  { id, link_sha256, language }: LinkedApplication,
): string | undefined {
  const token = linkToken(id);
  return hashToken(token) === link_sha256 ? privateLink(baseUrl, token, language) : undefined;
}
