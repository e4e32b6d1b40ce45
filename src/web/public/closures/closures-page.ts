import type { Language } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import { countySlug } from '../../../lib/text/county-slug.ts';
import { addDays, describeDay } from '../../../lib/time/dates.ts';
import { type Closure, type Closures, WEEK_DAYS } from '../../../open-data/closures/service.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { renderClosuresForm } from '../follows/follow-form.ts';
import { FOLLOW } from '../follows/messages.ts';
import { CLOSURES_ADDRESS, closuresAddress } from './closures-address.ts';
import { CLOSURES } from './messages.ts';

export interface ClosuresOptions {
  readonly baseUrl: string;
  readonly language: Language;
  /** The county whose closures are listed; undefined for the whole state. */
  readonly county: string | undefined;
}

/** Renders the businesses that were closed in the last three months of the records, newest first. */
export function renderClosures(found: Closures, options: ClosuresOptions): Html {
  const { baseUrl, language, county } = options;
  const isRead = county === undefined || found.countiesRead.has(county);
  const t = CLOSURES[language];
  const { closures, through } = inCounty(found, county);
  const weekBegan = addDays(through, -WEEK_DAYS);
  const week = closures.filter(({ closedOn }) => closedOn > weekBegan);
  const before = closures.filter(({ closedOn }) => closedOn <= weekBegan);
  const title = county === undefined ? t.title : t.titleOf({ county });
  const regulator = REGULATOR.shortName;
  const main = html`<p class="kicker"><a href="/florida">${REGULATOR.jurisdiction}</a></p>
<h1>${title}</h1>
<p class="lead">${isRead ? t.lead({ count: week.length, day: renderDay(through, language) }) : t.notRead}</p>
${renderCountyForm(county, language)}
<details class="behind no-print"><summary>${t.follow}</summary>
<ul class="links">${county === undefined ? EMPTY_HTML : html`<li><a href="${feedAddress(county, language)}">${t.feedOf({ county })}</a></li>`}<li><a href="${feedAddress(undefined, language)}">${t.feedAll({ state: REGULATOR.jurisdiction })}</a></li></ul>
<h2>${FOLLOW[language].closures}</h2>
${renderClosuresForm(county ?? '', language)}</details>
${isRead ? html`<h2>${t.week}</h2>\n${renderList(week, language)}\n<h2>${t.before}</h2>\n${renderList(before, language)}` : EMPTY_HTML}
<p class="small">${t.about({ regulator, order: REGULATOR.emergencyOrder })}</p>`;
  return renderPage({
    title,
    description: t.description({ state: REGULATOR.jurisdiction, regulator }),
    language,
    canonical: `${baseUrl}${closuresAddress(county ?? '')}`,
    feed: feedAddress(county, language),
    fictional: found.fictional,
    main,
  });
}

/**
 * Renders the same list as RSS 2.0. A closure's guid never changes, so feed readers show the closure only
 * once, even after the business reopens.
 */
export function renderClosuresFeed(found: Closures, options: ClosuresOptions): Html {
  const { baseUrl, language, county } = options;
  const t = CLOSURES[language];
  const title = county === undefined ? t.title : t.titleOf({ county });
  const absolute = (path: string) => `${baseUrl}${inLanguage(path, language)}`;
  const { closures } = inCounty(found, county);
  const items = closures.map((closure) => {
    const { vendorId, name, city, closedOn } = closure;
    const closed = closedText(closure, describeDay(closedOn, language), language);
    const place = city === null ? '' : `, ${displayName(city)}`;
    const said = [closed, reopeningText(closure, language), closure.isDisputed ? t.disputed : ''];
    return html`<item><title>${displayName(name)}${place}: ${closed}</title><link>${absolute(`/vendor/${vendorId}`)}</link><guid isPermaLink="false">${vendorId}-${closedOn}</guid><pubDate>${new Date(`${closedOn}T12:00:00Z`).toUTCString()}</pubDate><description>${said.filter(Boolean).join('. ')}</description></item>`;
  });
  const about = t.about({ regulator: REGULATOR.shortName, order: REGULATOR.emergencyOrder });
  const demo = found.fictional ? 'Demo data: every business is fictional. ' : '';
  return html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${title}</title><link>${absolute(closuresAddress(county ?? ''))}</link><atom:link href="${baseUrl}${feedAddress(county, language)}" rel="self" type="application/rss+xml"/><description>${demo}${about}</description><language>${language}</language>
${joinHtml(items, '\n')}
</channel></rss>
`;
}

function inCounty(found: Closures, county: string | undefined): Closures {
  if (county === undefined) return found;
  return { ...found, closures: found.closures.filter((each) => each.county === county) };
}

function feedAddress(county: string | undefined, language: Language): string {
  return inLanguage(`${closuresAddress(county ?? '')}.rss`, language);
}

function renderCountyForm(county: string | undefined, language: Language): Html {
  const t = CLOSURES[language];
  const names = REGULATOR.counties.map(({ name }) => name).sort();
  const options = names.map(
    (name) =>
      html`<option value="${countySlug(name)}"${name === county ? html` selected` : ''}>${name}</option>`,
  );
  return html`<form class="ask ask-pair" action="${CLOSURES_ADDRESS}" method="get"><div class="field"><label for="county">${t.county}</label>
<select id="county" name="county"><option value="">${t.all({ state: REGULATOR.jurisdiction })}</option>${options}</select></div>
<p><button type="submit">${t.show}</button></p></form>`;
}

function renderList(closures: readonly Closure[], language: Language): Html {
  const t = CLOSURES[language];
  if (closures.length === 0) return html`<p>${t.none}</p>`;
  return html`<ul class="closures">${closures.map((closure) => renderClosure(closure, language))}</ul>`;
}

function renderClosure(closure: Closure, language: Language): Html {
  const { vendorId, name, licenseNumber, city, county, closedOn, isDisputed } = closure;
  const t = CLOSURES[language];
  const isOpen = closure.reopenedOn !== null;
  const place = [city === null ? null : displayName(city), county].filter(Boolean).join(' · ');
  return html`<li><div><h3><a href="/vendor/${vendorId}">${displayName(name)}</a></h3>
<p class="small"><span class="number">${licenseNumber}</span>${place === '' ? '' : ` · ${place}`}</p></div>
<div><p><span class="mark tone-${isOpen ? 'none' : 'bad'}">${isOpen ? t.isReopened : t.isClosed}</span></p>
<p class="small">${closedText(closure, describeDay(closedOn, language), language)}. ${reopeningText(closure, language)}.${isDisputed ? ` ${t.disputed}` : ''}</p></div></li>`;
}

function closedText({ isExact }: Closure, day: string, language: Language): string {
  const t = CLOSURES[language];
  return isExact ? t.closedOn({ day }) : t.closedBy({ day });
}

function reopeningText({ closedOn, reopenedOn }: Closure, language: Language): string {
  const t = CLOSURES[language];
  if (reopenedOn === null) return t.notReopened;
  return reopenedOn === closedOn ? t.sameDay : t.reopened({ day: describeDay(reopenedOn, language) });
}
