import type { Recipient } from '../../accounts/account/account.ts';
import { DOCUMENT_NAMES } from '../../decisions/decide/documents/document-messages.ts';
import { joinWords, type Language } from '../../lib/language/language.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import { quotedName } from '../../lib/text/names-in-email.ts';
import { describeDay } from '../../lib/time/dates.ts';
import { type LinkMaker, linkOf } from '../../organizer/applications/apply/private-link.ts';
import { shortName } from '../../organizer/applications/notices/mail-texts.ts';
import type { HeldDocument } from '../../organizer/documents/held/held-documents.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { ExpiryDate } from './expiry-dates.ts';
import { EXPIRY_MAIL } from './messages.ts';

/** Emails about expiry dates, in plain text. */

/** The page on which the link of an email turns the emails off. */
export const STOP_ADDRESS = '/reminders/stop';

interface ExpiryMail {
  readonly recipient: Recipient;
  readonly links: LinkMaker;
  /** Turns these emails off. */
  readonly token: string;
  readonly fictional: boolean;
}

type LicenseExpiry = Extract<ExpiryDate, { kind: 'license' }>;
type DocumentExpiry = Extract<ExpiryDate, { kind: 'document' }>;

/** Returns the email about licenses with the same expiry date, from a license file of the same day. */
export function licenseExpiryMail(
  about: ExpiryMail,
  [first, ...rest]: readonly [LicenseExpiry, ...LicenseExpiry[]],
): Mail {
  const { language } = about.recipient;
  const t = EXPIRY_MAIL[language];
  const all = [first, ...rest];
  const count = all.length;
  const day = describeDay(first.due_on, language);
  const regulator = REGULATOR.shortName;
  const named = all.map(({ license }) => ({ number: license.number, name: quotedName(license.name) }));
  const lines = named.map((each) => t.licenseLine(each)).join('\n');
  const [one = { number: '', name: '' }] = named;
  return compose(about, t.licenseSubject({ count, number: one.number, day }), [
    count === 1 ? t.license({ ...one, day }) : t.licenses({ count: String(count), day, lines }),
    t.fileDay({ regulator, day: describeDay(first.license.file_date, language) }),
    t.renew({ regulator, url: REGULATOR.pages.licensing.url }),
    t.comingUp({ link: addressOf('/home', about) }),
  ]);
}

/** Returns the email about documents with the same expiry date. */
export function documentExpiryMail(
  about: ExpiryMail,
  [first, ...rest]: readonly [DocumentExpiry, ...DocumentExpiry[]],
): Mail {
  const { language } = about.recipient;
  const t = EXPIRY_MAIL[language];
  const all = [first, ...rest];
  const count = all.length;
  const day = describeDay(first.due_on, language);
  const named = all.map(({ code, license_number: number }) => ({
    document: documentName(code, language),
    number,
  }));
  const lines = named.map((each) => t.documentLine(each)).join('\n');
  const [one = { document: '', number: '' }] = named;
  const events = [...new Set(all.map(({ document }) => shortName(document.event_name)))];
  return compose(about, t.documentSubject({ count, day }), [
    count === 1 ? t.document({ ...one, day }) : t.documents({ count: String(count), day, lines }),
    t.sentFor({ count, events: joinWords(events, language) }),
    ...whereToSend(about, all),
  ]);
}

/** Returns a document's name; documents have no other codes. */
export function documentName(code: string, language: Language): string {
  const names: Readonly<Record<string, string>> = DOCUMENT_NAMES[language];
  return names[code] ?? code;
}

/** Returns the page on which a newer document can be sent now, or undefined if there is none. */
export function uploadLink(
  links: LinkMaker,
  { upload }: Pick<HeldDocument, 'upload'>,
  language: Language,
): string | undefined {
  if (upload === undefined) return undefined;
  const { application_id: id, link_sha256 } = upload;
  return linkOf(links, { id, link_sha256, language })?.replace('/application?', '/application/documents?');
}

/** Returns a button for each application that a new document can be sent with. */
function whereToSend(about: ExpiryMail, all: readonly DocumentExpiry[]): string[] {
  const { language } = about.recipient;
  const t = EXPIRY_MAIL[language];
  const places = new Map<string, string>();
  for (const { document } of all) {
    const link = uploadLink(about.links, document, language);
    if (link !== undefined && document.upload) places.set(link, shortName(document.upload.event_name));
  }
  if (places.size === 0)
    return [t.sendLater, t.applications({ link: addressOf('/home/applications', about) })];
  return [...places].flatMap(([link, event]) => [t.sendNow({ event }), t.upload({ link })]);
}

function compose(about: ExpiryMail, subject: string, paragraphs: readonly string[]): Mail {
  const { recipient, token, fictional } = about;
  const { to, language } = recipient;
  const t = EXPIRY_MAIL[language];
  const link = `${addressOf(STOP_ADDRESS, about)}?${new URLSearchParams({ token })}`;
  const all = [...paragraphs, ...(fictional ? [t.demo] : []), t.stop({ link })];
  return { to, subject, text: `${all.join('\n\n')}\n`, unsubscribe: link };
}

function addressOf(path: string, { recipient, links }: ExpiryMail): string {
  return `${links.baseUrl}${inLanguage(path, recipient.language)}`;
}
