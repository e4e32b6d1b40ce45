import type { Language } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import type { IsoDate } from '../../../lib/time/dates.ts';
import { describeRecordsAge } from '../../../published-state/records-age.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { GRADE_TONES } from '../../kit/decisions/decision-names.ts';
import { renderQrPicture } from '../../kit/decisions/qr-picture.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { linkTo } from '../../kit/tags.ts';
import type { ShownRecord } from '../record/parse-record.ts';
import { meaningOf } from '../record/record-texts.ts';
import { WINDOW_CARD } from './window-card-messages.ts';

/** The width of the QR code on screen, in CSS pixels. The style sheet sets its width on paper. */
const CODE_SIDE = 160;

/**
 * Renders the window card that a vendor prints, with the grade, its dates, and a QR code that leads to the
 * live record. If there is no grade or the records are old, the page explains why there is no card.
 */
export function renderWindowCard(
  record: ShownRecord,
  {
    baseUrl,
    today,
    language,
  }: { readonly baseUrl: string; readonly today: IsoDate; readonly language: Language },
): Html {
  const t = WINDOW_CARD[language];
  const { id, license, fictional } = record;
  const name = displayName(record.name);
  const main = html`<div class="no-print"><p class="kicker">${t.kicker}</p>
<h1>${t.title({ name })}</h1>
<p><a href="/vendor/${id}">${t.back}</a> · <span class="number">${license.number}</span></p>
${record.grade !== null && record.records_old === null ? html`<p>${t.how}</p>` : renderNoCard(record, language)}</div>
${record.grade === null || record.records_old !== null ? '' : renderSheet(record, record.grade, { baseUrl, today, language })}`;
  return renderPage({
    title: t.title({ name }),
    description: t.description,
    language,
    robots: 'noindex',
    fictional,
    main,
  });
}

function renderNoCard(record: ShownRecord, language: Language): Html {
  const t = WINDOW_CARD[language];
  const why = record.records_old
    ? t.old({ age: describeRecordsAge(record.records_old, language) })
    : t.none({ why: meaningOf(record, language).text });
  return html`<p class="note">${why}</p>
<p>${t.next({ link: linkTo(`/improve/${record.id}`) })}</p>`;
}

function renderSheet(
  record: ShownRecord,
  grade: NonNullable<ShownRecord['grade']>,
  {
    baseUrl,
    today,
    language,
  }: { readonly baseUrl: string; readonly today: IsoDate; readonly language: Language },
): Html {
  const t = WINDOW_CARD[language];
  const { id, license, last_disposition: last, fictional } = record;
  const url = `${baseUrl}${inLanguage(`/vendor/${id}`, language)}`;
  return html`<section class="window-card tone-${GRADE_TONES[grade]}">
<p class="window-name">${displayName(record.name)}</p>
<p class="number">${license.number}</p>
<p class="window-letter"><span>${t.grade}</span> <strong>${grade}</strong></p>
${last ? html`<p>${t.last({ day: renderDay(last.date, language) })}</p>` : ''}
<p>${t.upTo({ day: renderDay(record.records_reach_to, language) })}</p>
${renderQrPicture(url, t.code({ url }), CODE_SIDE)}
<p><strong>${t.scan}</strong></p>
${fictional ? html`<p class="fictional">${t.fictional}</p>` : ''}
<p class="small">${t.independent({ regulator: REGULATOR.shortName })} ${t.printed({ day: renderDay(today, language) })}.</p>
</section>`;
}
