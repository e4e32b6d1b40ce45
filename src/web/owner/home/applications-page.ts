import type { Language } from '../../../lib/language/language.ts';
import type { HeldApplication } from '../../../organizer/applications/apply/holder-applications-service.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { type PageOf, renderPaging } from '../../kit/paging.ts';
import { renderZoned } from '../../kit/render-dates.ts';
import { linkTo } from '../../kit/tags.ts';
import { HELD_STATUSES, VENDOR_HOME } from './messages.ts';

/** Renders all of an account's applications, both open and closed, with the newest event first. */
export function renderApplicationsPage(
  options: SignedInFrame &
    PageOf & {
      readonly language: Language;
      readonly email: string;
      readonly applications: readonly HeldApplication[];
    },
): Html {
  const { account, fictional, language, email, applications, total } = options;
  const t = VENDOR_HOME[language];
  const main = html`<p class="kicker"><a href="/home">${t.title}</a></p>
<h1>${t.allTitle}</h1>
<p class="lead">${t.allLead({ count: total, email })}</p>
${total === 0 ? html`<p>${t.takesPart({ events: linkTo('/events') })}</p>` : renderList(applications, language)}
${renderPaging(options, (page) => `/home/applications?page=${page}`, language)}`;
  return renderPage({
    title: t.allTitle,
    description: t.allTitle,
    language,
    account,
    fictional,
    main,
    current: '/home',
  });
}

/**
 * Renders applications as rows with the event, its date, the application's status, and a link to the
 * application's private page.
 */
export function renderList(applications: readonly HeldApplication[], language: Language): Html {
  const items = applications.map((each) => renderApplication(each, language));
  return html`<ul class="rows">${joinHtml(items, '\n')}</ul>`;
}

function renderApplication(application: HeldApplication, language: Language): Html {
  const t = VENDOR_HOME[language];
  const { event_id, event_name, starts_at, timezone, status, isOver, link } = application;
  const place = html`<a href="/events/${event_id}">${event_name}</a>, ${renderZoned(starts_at, timezone, language)}`;
  const own = `${displayName(application.business_name)} · ${application.license_number}`;
  return html`<li>${place}: <strong>${HELD_STATUSES[language][status]}</strong>${isOver ? ` · ${t.over}` : ''}
<p class="small">${own} · ${link === undefined ? t.byLink : html`<a href="${link}">${t.open}<span class="visually-hidden">: ${event_name}</span></a>`}</p></li>`;
}
