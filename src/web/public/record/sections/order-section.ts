import { describeOrder } from '../../../../judgment/policy/order-words.ts';
import type { Language } from '../../../../lib/language/language.ts';
import { REGULATOR } from '../../../../regulator/source/regulator.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../../kit/html.ts';
import { renderDay } from '../../../kit/render-dates.ts';
import { linkTo } from '../../../kit/tags.ts';
import type { ShownRecord } from '../parse-record.ts';
import { ORDERS } from './order-section-messages.ts';

/**
 * Renders the final orders against a license, newest first, with their source. Renders nothing if the files
 * do not list any.
 */
export function renderFinalOrders({ final_orders: orders }: ShownRecord, language: Language): Html {
  if (orders.length === 0) return EMPTY_HTML;
  const t = ORDERS[language];
  const { url, title } = REGULATOR.pageIn('enforcement', language);
  const items = orders.map((order) => {
    const { violation_on: violationOn, of_current_holder: isCurrent } = order;
    const day = violationOn === null ? '' : html` ${t.violation({ day: renderDay(violationOn, language) })}`;
    const holder =
      isCurrent === true ? '' : html` <strong>${isCurrent === false ? t.former : t.unknown}</strong>`;
    const source = t.source({ regulator: REGULATOR.shortName, day: renderDay(order.file_date, language) });
    return html`<li>${describeOrder(order, language)}${day}${holder} <span class="small">${source}</span></li>`;
  });
  return html`<section class="part" id="final-orders"><h2>${t.title}</h2><div>
<ul>${joinHtml(items, '\n')}</ul>
<p class="small">${t.about({ link: linkTo(url), page: title })}</p></div></section>`;
}
