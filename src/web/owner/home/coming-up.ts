import type { Language } from '../../../lib/language/language.ts';
import type { LinkMaker } from '../../../organizer/applications/apply/private-link.ts';
import type { ExpiryDate } from '../../../owner/expiry/expiry-dates.ts';
import { documentName, uploadLink } from '../../../owner/expiry/mail-texts.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { linkTo } from '../../kit/tags.ts';
import { VENDOR_HOME } from './messages.ts';

/** The dates on which the account's licenses and documents expire. */
export interface ComingUp {
  /** Earliest first. */
  readonly dates: readonly ExpiryDate[];
  readonly hasReminders: boolean;
  readonly links: LinkMaker;
}

const DATES_MAX = 20;

/** Renders the next expiry dates, and if emails are sent before them. */
export function renderComingUp({ dates, hasReminders, links }: ComingUp, language: Language): Html {
  const t = VENDOR_HOME[language];
  const settings = linkTo('/settings#reminders');
  const items = dates.slice(0, DATES_MAX).map((each) => html`<li>${renderDate(each, links, language)}</li>`);
  const list =
    items.length === 0
      ? html`<p>${t.nothingComingUp}</p>`
      : html`<ul class="rows">${joinHtml(items, '\n')}</ul>`;
  return html`<section class="part"><h2>${t.comingUp}</h2><div>${list}
<p class="small">${hasReminders ? t.remindersOn({ settings }) : t.remindersOff({ settings })}</p></div></section>`;
}

function renderDate(date: ExpiryDate, links: LinkMaker, language: Language): Html {
  const t = VENDOR_HOME[language];
  const { license_number: number } = date;
  const day = renderDay(date.due_on, language);
  if (date.kind === 'license') return html`${t.licenseExpires({ day, number })}`;
  const { document } = date;
  const line = html`${t.documentExpires({ day, document: documentName(document.code, language), number })}`;
  const link = uploadLink(links, document, language);
  if (link === undefined || document.upload === undefined) return line;
  return html`${line}
<p class="small">${t.sendNew({ send: linkTo(link), event: document.upload.event_name })}</p>`;
}
