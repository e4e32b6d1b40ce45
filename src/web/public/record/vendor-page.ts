import { licenseKindText } from '../../../decisions/decide/decision-words.ts';
import { disclaimerOf } from '../../../judgment/scorecard/disclaimer.ts';
import type { Language } from '../../../lib/language/language.ts';
import { cuisineName } from '../../../records/record/cuisine.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { completeNumber } from '../../../regulator/licenses/number.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { renderTrend } from '../../kit/charts/trend.ts';
import { renderCounts } from '../../kit/decisions/evidence.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { mapAddress } from '../../kit/map-address.ts';
import { linkTo } from '../../kit/tags.ts';
import { renderFollowPart } from '../follows/follow-form.ts';
import { renderBadgeCode } from './badge-code.ts';
import type { ShownRecord } from './parse-record.ts';
import { placeText } from './place-text.ts';
import { renderProse } from './prose.ts';
import { TRENDS_TOLD } from './record-messages.ts';
import { ownerText } from './record-texts.ts';
import {
  renderInspections,
  renderPriorInspections,
  renderUncertainInspections,
} from './sections/inspection-section.ts';
import { narrativeIn } from './sections/narrative-section.ts';
import { renderFinalOrders } from './sections/order-section.ts';
import { renderFacts, renderStanding } from './sections/standing-section.ts';
import { VENDOR } from './vendor-messages.ts';

/** The vendor's additions to a record, shown next to the regulator's facts in the page's language. */
export interface VendorExtras {
  readonly reply?: Html;
  /** Marks for disputed visits as plain text, such as "Disputed, pending review", keyed by visit id. */
  readonly disputes?: ReadonlyMap<number, string>;
}

/** Renders a vendor's public page with all published facts (contract 2.9, 4.2). */
export function renderVendor(
  record: ShownRecord,
  {
    baseUrl,
    extras,
    today,
    language = 'en',
  }: {
    readonly baseUrl: string;
    readonly extras: VendorExtras;
    readonly today: string;
    readonly language?: Language;
  },
): Html {
  const t = VENDOR[language];
  const { id, name, license, inspections, fictional } = record;
  const shown = { disputes: extras.disputes ?? new Map(), language };
  // A vendor without a grade, or a closed one, has nothing to show on its own website.
  const hasBadge = record.grade !== null;
  // The reasons for a hold say the same in the regulator's words.
  const narrative = record.hold.active ? null : narrativeIn(record, language);
  const main = html`<article>
${renderHead(record, language)}
${renderStanding(record, language)}
<p class="actions no-print"><a class="button" href="/check?${new URLSearchParams({ license_number: license.number }).toString()}">${t.check}</a> <a href="#inspections">${t.inspections}</a>${hasBadge ? html` <a href="#badge">${t.badge}</a>` : ''} <a href="#claim">${t.forVendor}</a></p>
${narrative === null ? '' : html`<section class="part"><h2>${t.inShort}</h2><div><p>${renderProse(narrative, language)}</p><p class="small">${t.ourWords}</p></div></section>`}
<section class="part"><h2>${t.onFile}</h2><div class="evidence">${renderFacts(record, today, language)}
${renderCounts(record.rollup_12m, record.as_of, language)}</div></section>
${renderFinalOrders(record, language)}
${renderTrendPart(record, language)}
${extras.reply ? html`<section class="part"><h2>${t.reply}</h2><div>${extras.reply}</div></section>` : ''}
<section class="part" id="inspections"><h2>${t.inspections}</h2><div>${renderInspections(record, shown)}</div></section>
${renderUncertainInspections(record, shown)}
${renderPriorInspections(inspections, shown)}
${renderFollowPart(id, language)}
${hasBadge ? html`<section class="part no-print" id="badge"><h2>${t.badge}</h2><div>${renderBadgeCode({ id, name }, baseUrl, language)}</div></section>` : ''}
<section class="part no-print" id="claim"><h2>${t.forVendor}</h2><div>${renderVendorLinks(record, language)}</div></section>
<section class="part"><h2>${t.about}</h2><div>${renderAbout(record, baseUrl, language)}</div></section>
</article>`;
  return renderPage({
    title: `${displayName(name)} (${license.number})`,
    description: describe(record, language),
    language,
    canonical: `${baseUrl}/vendor/${id}`,
    image: `${baseUrl}/og/vendor/${id}.png`,
    oembed: `${baseUrl}/oembed?${new URLSearchParams({ url: `${baseUrl}/vendor/${id}` }).toString()}`,
    ...(fictional ? { robots: 'noindex' as const } : {}),
    fictional,
    main,
  });
}

function describe({ name, license, location }: ShownRecord, language: Language): string {
  const t = VENDOR[language];
  const place = placeText(location, language);
  const told = {
    name: displayName(name),
    kind: licenseKindText(license, language),
    regulator: REGULATOR.name,
  };
  return place ? t.descriptionIn({ ...told, place }) : t.description(told);
}

function renderHead({ name, license, location, cuisine, fictional }: ShownRecord, language: Language): Html {
  const t = VENDOR[language];
  const facts = [
    licenseKindText(license, language),
    placeText(location, language),
    cuisineName(cuisine, language),
  ]
    .filter(Boolean)
    .join(' · ');
  const shown = displayName(name);
  return html`<p class="kicker">${t.kicker}</p>
<h1>${shown}</h1>
<p class="under"><strong class="number">${license.number}</strong> · ${facts}${renderMapLink({ location, fictional }, language)}</p>
${shown.toUpperCase() === name.toUpperCase() ? '' : html`<p class="under small">${t.onFileAs({ name })}</p>`}
${fictional ? html`<p class="fictional">${t.fictional}</p>` : ''}`;
}

/** Renders a link that shows the license's location on a map. Fictional businesses do not get a link. */
function renderMapLink(
  { location, fictional }: Pick<ShownRecord, 'location' | 'fictional'>,
  language: Language,
): Html {
  const place = placeText(location);
  if (fictional || place === '') return EMPTY_HTML;
  return html` · <a href="${mapAddress(place)}" rel="noreferrer">${VENDOR[language].map}</a>`;
}

function renderTrendPart({ trend, name, license }: ShownRecord, language: Language): Html {
  const t = VENDOR[language];
  const owner = ownerText({ license }, language);
  if (trend.points.length === 0) return EMPTY_HTML;
  const told = TRENDS_TOLD[language][trend.direction];
  // A chart with only zeros and ones would be an empty box.
  const most = Math.max(...trend.points.map(countOf));
  if (most <= 1) {
    const found = most === 0 ? t.allClean({ owner }) : t.oneAtMost({ owner });
    return html`<section class="part" id="trend-part"><h2>${t.overTime}</h2><div><p>${told}</p><p>${found}</p></div></section>`;
  }
  const words = { id: 'trend', title: t.chart, description: t.chartShows({ name, owner }) };
  const chart = renderTrend(trend.points, words, language);
  return html`<section class="part" id="trend-part"><h2>${t.overTime}</h2><div><p>${told}</p><div class="chart-pair">${chart}</div></div></section>`;
}

/** Returns the number of violations. An unknown number counts as many, so that the chart shows the gap. */
function countOf({
  high_priority: high,
  intermediate,
  basic,
}: ShownRecord['trend']['points'][number]): number {
  return high === null || intermediate === null || basic === null
    ? Number.POSITIVE_INFINITY
    : high + intermediate + basic;
}

function renderVendorLinks({ id, license, grade, records_old: old }: ShownRecord, language: Language): Html {
  const t = VENDOR[language];
  const number = completeNumber(license.number, REGULATOR.licenses.typeOfKind(license.type));
  const claim = new URLSearchParams({ license: number }).toString();
  return html`<ul class="links">
<li>${t.selfCheck({ link: linkTo(`/improve/${id}`) })}</li>
${
  grade === null || old
    ? ''
    : html`<li>${t.windowCard({ link: linkTo(`/vendor/${id}/window-card`) })}</li>
`
}<li>${t.claim({ link: linkTo(`/claim?${claim}`) })}</li>
<li>${t.verify({ link: linkTo('/verify') })}</li>
</ul>`;
}

function renderAbout(record: ShownRecord, baseUrl: string, language: Language): Html {
  const t = VENDOR[language];
  const { id, fictional } = record;
  // The record already has the English sentence.
  const disclaimer = language === 'en' ? record.disclaimer : disclaimerOf(fictional, language);
  return html`<p>${disclaimer}</p>
<p>${t.whoseWords}</p>
<p class="no-print"><a href="/methodology">${t.method}</a> · <a href="/api/vendors/${id}/scorecard">${t.asJson}</a></p>
<p class="print-only">${baseUrl}/vendor/${id}</p>`;
}
