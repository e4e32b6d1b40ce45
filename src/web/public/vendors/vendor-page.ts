import { licenseKindText } from '../../../decisions/decision/words.ts';
import { completeNumber } from '../../../registry/licenses/number.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { displayName } from '../../../registry/vendors/display-name.ts';
import { renderTrend } from '../../kit/charts/trend.ts';
import { renderDay } from '../../kit/dates.ts';
import { renderCounts } from '../../kit/evidence.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { mapAddress } from '../../kit/map-address.ts';
import { renderPage } from '../../kit/page.ts';
import { renderBadgeCode } from './badge-code.ts';
import { renderInspections, renderPriorInspections, renderUncertainInspections } from './inspections.ts';
import { placeText } from './place.ts';
import { renderProse } from './prose.ts';
import { ownerText, TREND_TEXTS } from './record-texts.ts';
import type { ShownRecord } from './shown-record.ts';
import { renderFacts, renderStanding } from './standing.ts';

/** What others have to say about a record, beside what the regulator says. */
export interface VendorExtras {
  /** The vendor's reply. */
  readonly reply?: Html;
  /** Marks on disputed visits by visit id, such as "Disputed, pending review": plain text. */
  readonly disputes?: ReadonlyMap<number, string>;
}

/** The public page of a vendor: all that is published of it (contract 2.9, 4.2). */
export function renderVendor(
  record: ShownRecord,
  {
    baseUrl,
    extras,
    today,
  }: { readonly baseUrl: string; readonly extras: VendorExtras; readonly today: string },
): Html {
  const { id, name, license, inspections, fictional } = record;
  const disputes = extras.disputes ?? new Map();
  const main = html`<article>
${renderHead(record)}
${renderStanding(record)}
<p class="actions no-print"><a class="button" href="/check?${new URLSearchParams({ license_number: license.number }).toString()}">Check this vendor for an event</a> <a href="#inspections">Inspections</a> <a href="#badge">Badge</a> <a href="#claim">For the vendor</a></p>
${record.narrative ? html`<section class="part"><h2>In short</h2><div><p>${renderProse(record.narrative.replaceAll(name, displayName(name)))}</p><p class="small">Our words, made by rule from the files.</p></div></section>` : ''}
<section class="part"><h2>On file</h2><div class="evidence">${renderFacts(record, today)}
${renderCounts(record.rollup_12m, record.as_of)}</div></section>
${renderTrendPart(record)}
${extras.reply ? html`<section class="part"><h2>The vendor’s own words, not verified by us</h2><div>${extras.reply}</div></section>` : ''}
<section class="part" id="inspections"><h2>Inspections</h2><div>${renderInspections(record, disputes)}</div></section>
${renderUncertainInspections(record, disputes)}
${renderPriorInspections(inspections, disputes)}
<section class="part no-print" id="badge"><h2>Badge</h2><div>${renderBadgeCode({ id, name }, baseUrl)}</div></section>
<section class="part no-print" id="claim"><h2>For the vendor</h2><div>${renderVendorLinks(record)}</div></section>
<section class="part"><h2>About this page</h2><div>${renderAbout(record, baseUrl)}</div></section>
</article>`;
  const place = placeText(record.location);
  return renderPage({
    title: `${displayName(name)} (${license.number})`,
    description: `License and inspection record of the ${licenseKindText(license)} ${displayName(name)}${place ? `, ${place}` : ''}, from public records of the ${REGULATOR.name}.`,
    canonical: `${baseUrl}/vendor/${id}`,
    image: `${baseUrl}/og/vendor/${id}.png`,
    oembed: `${baseUrl}/oembed?${new URLSearchParams({ url: `${baseUrl}/vendor/${id}` }).toString()}`,
    ...(fictional ? { robots: 'noindex' as const } : {}),
    fictional,
    main,
  });
}

function renderHead({ name, aka, license, location, cuisine, fictional }: ShownRecord): Html {
  const facts = [licenseKindText(license), placeText(location), cuisine].filter(Boolean).join(' · ');
  const shown = displayName(name);
  return html`<p class="kicker">Public record</p>
<h1>${shown}</h1>
<p class="under">${aka ? html`formerly ${displayName(aka)} · ` : ''}<strong class="number">${license.number}</strong> · ${facts}${renderMapLink({ location, fictional })}</p>
${shown === name ? '' : html`<p class="under small">On file as “${name}”</p>`}
${fictional ? html`<p class="fictional">Fictional vendor: demo data. No such business exists.</p>` : ''}`;
}

/** The place of the license; nothing is there to be found of an invented business. */
function renderMapLink({ location, fictional }: Pick<ShownRecord, 'location' | 'fictional'>): Html {
  const place = placeText(location);
  if (fictional || place === '') return EMPTY_HTML;
  return html` · <a href="${mapAddress(place)}" rel="noreferrer">Map</a>`;
}

function renderTrendPart({ trend, name, license }: ShownRecord): Html {
  const owner = ownerText({ license });
  if (trend.points.length === 0) return EMPTY_HTML;
  // Columns without height would leave an empty box.
  if (trend.points.every(isClean))
    return html`<section class="part" id="trend-part"><h2>Over time</h2><div><p>${TREND_TEXTS[trend.direction]}</p><p>No inspection under the ${owner} cited a violation.</p></div></section>`;
  const chart = renderTrend(trend.points, {
    id: 'trend',
    title: 'Violations at each inspection',
    description: `A column for each inspection of ${name} under the ${owner}, oldest first, split by severity.`,
  });
  return html`<section class="part" id="trend-part"><h2>Over time</h2><div><p>${TREND_TEXTS[trend.direction]}</p><div class="chart-pair">${chart}</div></div></section>`;
}

function isClean(point: ShownRecord['trend']['points'][number]): boolean {
  return point.high_priority === 0 && point.intermediate === 0 && point.basic === 0;
}

function renderVendorLinks({ id, license }: ShownRecord): Html {
  const number = completeNumber(license.number, REGULATOR.licenses.typeOfKind(license.type));
  const claim = new URLSearchParams({ license: number }).toString();
  return html`<ul class="links">
<li><a href="/improve/${id}">Self-check</a>: what holds the grade back, and what to do about it.</li>
<li><a href="/claim?${claim}">Claim this license</a>, free: reply on this page, dispute an error, follow your standing.</li>
<li><a href="/verify">Verify a receipt</a> that somebody showed you.</li>
</ul>`;
}

function renderAbout({ disclaimer, as_of, data_as_of, id }: ShownRecord, baseUrl: string): Html {
  return html`<p>${disclaimer}</p>
<p>Words in “quotation marks” are the regulator’s, as its files have them; everything else is ours, also the names of violation categories, which the files only number. As of ${renderDay(as_of)}; newest file of ${renderDay(data_as_of)}.</p>
<p class="no-print"><a href="/methodology">How grade and score are made</a> · <a href="/api/vendors/${id}/scorecard">This record as JSON</a></p>
<p class="print-only">${baseUrl}/vendor/${id}</p>`;
}
