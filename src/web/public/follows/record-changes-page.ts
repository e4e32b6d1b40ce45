import type { Language } from '../../../lib/language/language.ts';
import { CHANGES_KEPT_DAYS } from '../../../records/changes/kept-days.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { isFictionalKey } from '../../../regulator/licenses/number.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { VENDOR_MAIL } from '../../../watch/follows/messages.ts';
import type { FollowedVendor } from '../../../watch/follows/topic.ts';
import type { DatedChanges } from '../../../watch/follows/vendor-mail-texts.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { renderVendorForm } from './follow-form.ts';
import { CHANGES_PAGE, FOLLOW } from './messages.ts';

/** Renders the list of a vendor's changes, newest first, with the form to get them by email. */
export function renderChanges(
  vendor: FollowedVendor,
  changes: readonly DatedChanges[],
  { baseUrl, language }: { readonly baseUrl: string; readonly language: Language },
): Html {
  const t = CHANGES_PAGE[language];
  const { id, licenseNumber, licenseKey } = vendor;
  const name = displayName(vendor.name ?? licenseNumber);
  const days = CHANGES_KEPT_DAYS;
  const fictional = isFictionalKey(licenseKey);
  const isOurs = changes.some(({ sentences }) => sentences.some((each) => each.isOurs));
  const main = html`<article>
<p class="kicker"><a href="/vendor/${id}">${t.kicker}</a></p>
<h1>${t.title({ name })}</h1>
<p class="under"><strong class="number">${licenseNumber}</strong></p>
${fictional ? html`<p class="fictional">${t.fictional}</p>` : ''}
<p class="lead">${changes.length === 0 ? t.none({ days }) : t.lead({ days })}</p>
${changes.map((each) => renderDayOfChanges(each, language))}
${isOurs ? html`<p class="small">${VENDOR_MAIL[language].ours({ regulator: REGULATOR.shortName })}</p>` : ''}
<section class="part no-print"><h2>${FOLLOW[language].vendor}</h2><div>${renderVendorForm(id, language)}</div></section>
</article>`;
  return renderPage({
    title: t.title({ name }),
    description: t.description({ name, days }),
    language,
    canonical: `${baseUrl}/vendor/${id}/changes`,
    // It repeats the record, which is the page to find.
    robots: 'noindex',
    fictional,
    main,
  });
}

function renderDayOfChanges({ day, isProgramNew, sentences }: DatedChanges, language: Language): Html {
  return html`<section class="part"><h2>${renderDay(day, language)}</h2><div><ul class="links">${sentences.map(({ text }) => html`<li>${text}</li>`)}</ul>
${isProgramNew ? html`<p class="small">${VENDOR_MAIL[language].updated}</p>` : ''}</div></section>
`;
}
