import type { Language } from '../../../lib/language/language.ts';
import { type RetentionDays, UNCONFIRMED_DAYS } from '../../../privacy/retention/retention.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { type Html, html } from '../../kit/html.ts';
import { linkTo, strong } from '../../kit/tags.ts';
import { renderOperator, type ServiceOperator } from './operator-contact.ts';
import { PRIVACY } from './privacy-messages.ts';

/**
 * Renders a description of the data that we currently store. The retention periods are enforced in
 * `jobs/tidy.ts`, `privacy/export/`, `organizer/documents/`, `owner/claims/` and `accounts/account/`. If you
 * change them there, update this page.
 */
export function renderPrivacy(
  operator: ServiceOperator,
  takesPayment: boolean,
  days: RetentionDays,
  language: Language,
): Html {
  const t = PRIVACY[language];
  return html`<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<section class="part"><h2>${t.responsible}</h2><div>${renderOperator(operator, language)}
<p>${t.organizers}</p></div></section>
<section class="part"><h2>${t.look}</h2><div>
<ul><li>${t.measured}</li>
<li>${t.log}</li>
<li>${t.counted}</li>
<li>${t.list}</li>
<li>${t.weekly}</li>
<li>${t.receipts}</li></ul></div></section>
<section class="part"><h2>${t.account}</h2><div>
<ul><li>${t.stored({ unconfirmed: UNCONFIRMED_DAYS })}</li>
<li>${t.guesses}</li>
<li>${t.security}</li>
<li>${t.keys(days)}</li>
<li>${t.webhooks}</li>
<li>${t.teams}</li>
<li>${t.operators(days)}</li></ul>
<p>${t.cookies({ strong })}</p></div></section>
<section class="part"><h2>${t.apply}</h2><div>
<p>${t.applyText}</p>
<ul><li>${t.files}</li>
<li>${t.application(days)}</li>
<li>${t.outcome}</li></ul></div></section>
<section class="part"><h2>${t.claim}</h2><div>
<p>${t.claimText(days)}</p>
<p>${takesPayment ? t.stripe(days) : t.noPayments}</p></div></section>
<section class="part"><h2>${t.vendors}</h2><div>
<p>${t.vendorsText({ regulator: REGULATOR.shortName })}</p></div></section>
<section class="part"><h2>${t.mail}</h2><div>
<p>${t.mailText}</p></div></section>
<section class="part"><h2>${t.rights}</h2><div>
<p>${t.rightsText({ settings: linkTo('/settings'), data: linkTo('/settings/data'), contact: linkTo('/contact') })}</p></div></section>`;
}
