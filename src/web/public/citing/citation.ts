import type { Language } from '../../../lib/language/language.ts';
import { citationOf } from '../../../open-data/statistics/cite.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { type Html, html } from '../../kit/html.ts';
import { CITE } from './messages.ts';

/** How to cite the numbers of a page: the line, which is English like every file with them, and what else there is to take. */
export function renderCitation(options: {
  readonly statistics: StoredStatistics;
  readonly baseUrl: string;
  readonly address: string;
  readonly language: Language;
  /** What the paragraph goes on with. */
  readonly next: Html;
  readonly links?: Html;
}): Html {
  const { statistics, baseUrl, address, language, next, links = '' } = options;
  const { as_of: asOf, fictional, covers } = statistics;
  const t = CITE[language];
  const inspected = statistics.violation_rates.inspected_12m;
  const line = citationOf({ asOf, fictional, covers, inspected }, baseUrl, address);
  return html`<section class="part" id="cite"><h2>${t.title}</h2><div>
<label for="citation">${t.line}</label>
<textarea class="copyable" id="citation" readonly rows="3"${language === 'en' ? '' : html` lang="en"`}>${line}</textarea>
<p>${t.free} ${fictional ? html`<strong>${t.invented}</strong> ` : ''}${next}</p>${links}</div></section>`;
}
