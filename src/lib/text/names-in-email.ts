/**
 * Names that others chose, as email has them. Anybody may sign up as "Your account is locked, go to https://…" and make us write to
 * strangers, so a name is quoted, has nothing that a mail program makes a link of, and never begins a subject.
 */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const SCHEME = /(?:\b[a-z][a-z\d+.-]*)?:\/\/|\b(?:mailto|tel|sms):/giu;
const AT = /[@＠﹫]/gu;
/** A dot before what could be the end of a domain, as IDNA reads dots. */
const DOT_OF_DOMAIN = /(?<=[\p{L}\p{N}])[.。．｡](?=\p{L}{2})/gu;
const QUOTES = /["“”„‟«»]/gu;

/** “Tacos by the Bay”: for a sentence, or a subject that does not begin with it. */
export function quotedName(name: string): string {
  return `“${withoutAddresses(name).replace(QUOTES, '’').replace(/\s+/gu, ' ').trim()}”`;
}

/** The same text without what a mail program takes for an address: "go to https://evil.example" → "go to  evil example". */
export function withoutAddresses(text: string): string {
  return text.replace(UNSEEN, ' ').replace(SCHEME, ' ').replace(AT, ' at ').replace(DOT_OF_DOMAIN, ' ');
}
