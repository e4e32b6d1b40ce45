/**
 * Prepares names that other people chose for email. A stranger could sign up as "Your account is locked, go
 * to https://…" and make us email others. So a name is quoted, contains nothing that an email program turns
 * into a link, and never comes first in a subject.
 */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const SCHEME = /(?:\b[a-z][a-z\d+.-]*)?:\/\/|\b(?:mailto|tel|sms):/giu;
const AT = /[@＠﹫]/gu;
/** Matches a dot before a possible top-level domain, including every dot that IDNA accepts. */
const DOT_OF_DOMAIN = /(?<=[\p{L}\p{N}])[.。．｡](?=\p{L}{2})/gu;
const QUOTES = /["“”„‟«»]/gu;

/** Returns a quoted name, for a sentence or for a subject that does not begin with it. */
export function quotedName(name: string): string {
  return `“${withoutAddresses(name).replace(QUOTES, '’').replace(/\s+/gu, ' ').trim()}”`;
}

/**
 * Removes everything that an email program would turn into a link: "go to https://evil.example" → "go to evil
 * example".
 */
export function withoutAddresses(text: string): string {
  return text.replace(UNSEEN, ' ').replace(SCHEME, ' ').replace(AT, ' at ').replace(DOT_OF_DOMAIN, ' ');
}
