import { createHmac } from 'node:crypto';
import { hashToken } from '../../../lib/hash-token.ts';
import type { Language } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';

/**
 * The applicant's private link. Its token is made from a secret of the service and the application's id, so
 * that every email can have the link although only the token's hash is stored. docs/decisions/0022-inbox.md
 * explains the consequences for the secret.
 */

const TOKEN_LENGTH = 32;

/** The settings from which a link can be made again. */
export interface LinkMaker {
  readonly baseUrl: string;
  readonly linkToken: (applicationId: string) => string;
}

/** Matches every token ever made. Anything else in an address is rejected, even if its hash is stored. */
const TOKEN = /^[\w-]{16,64}$/;

export function isLinkToken(text: string): boolean {
  return TOKEN.test(text);
}

/** 192 bits, base64url. */
export function linkTokenOf(secret: string, applicationId: string): string {
  return createHmac('sha256', secret)
    .update(`application-link:${applicationId}`)
    .digest('base64url')
    .slice(0, TOKEN_LENGTH);
}

/** Returns the stored value of an application without a link. It is not the hash of any token. */
export function noLink(applicationId: string): string {
  return `no link: ${applicationId}`;
}

/** The address that shows one application to its sender, in the language that they applied in. */
export function privateLink(baseUrl: string, token: string, language: Language = 'en'): string {
  return `${baseUrl}${inLanguage('/application', language)}?${new URLSearchParams({ token })}`;
}

interface LinkedApplication {
  readonly id: string;
  readonly link_sha256: string;
  /** English if it is not known. */
  readonly language?: Language | undefined;
}

/** The link of a stored application; undefined when its token was drawn, or made with another secret: it works and is not known. */
export function linkOf(
  { baseUrl, linkToken }: LinkMaker,
  { id, link_sha256, language }: LinkedApplication,
): string | undefined {
  const token = linkToken(id);
  return hashToken(token) === link_sha256 ? privateLink(baseUrl, token, language) : undefined;
}
