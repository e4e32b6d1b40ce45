import { DEMO_ORGANIZERS } from '../../../accounts/account/demo-organizers.ts';
import type { Language } from '../../../lib/language/language.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { code, linkTo, strong } from '../../kit/tags.ts';
import { FOR_ORGANIZERS, FOR_VENDORS } from './audience-messages.ts';

/**
 * Renders the page that explains the service to organizers. Includes the demo accounts if the data is
 * fictional.
 */
export function renderForOrganizers(fictional: boolean | undefined, language: Language): Html {
  const t = FOR_ORGANIZERS[language];
  return html`<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<p class="actions"><a class="button" href="/sign-in?next=/organizer">${t.signIn}</a> <a class="button quiet" href="/sign-up?next=/organizer">${t.signUp}</a> <a href="/check">${t.checkOne}</a></p>
${fictional === true ? renderDemoAccounts(language) : EMPTY_HTML}
<div class="cards">
<section class="card"><h2>${t.check}</h2><p>${t.checkText({ one: linkTo('/check'), list: linkTo('/check/list') })}</p></section>
<section class="card"><h2>${t.applications}</h2><p>${t.applicationsText}</p></section>
<section class="card"><h2>${t.papers}</h2><p>${t.papersText}</p></section>
<section class="card"><h2>${t.informed}</h2><p>${t.informedText}</p></section>
<section class="card"><h2>${t.proof}</h2><p>${t.proofText}</p></section>
<section class="card"><h2>${t.team}</h2><p>${t.teamText({ docs: linkTo('/docs') })}</p></section>
</div>
<p>${t.free}</p>`;
}

function renderDemoAccounts(language: Language): Html {
  const t = FOR_ORGANIZERS[language];
  const accounts = DEMO_ORGANIZERS.map(
    ({ name, email, password }) => html`<li>${t.demoAccount({ name, email, password, strong, code })}</li>`,
  );
  return html`<section class="note"><h2>${t.demo}</h2>
<p>${t.demoText}</p>
<ul>${accounts}</ul></section>`;
}

/** Renders the page that explains the service to vendors. */
export function renderForVendors(language: Language): Html {
  const t = FOR_VENDORS[language];
  return html`<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<p class="actions"><a class="button" href="/search">${t.find}</a> <a class="button quiet" href="/claim">${t.claim}</a> <a href="/sign-in?next=/settings/licenses">${t.signIn}</a></p>
<div class="cards">
<section class="card"><h2>${t.standing}</h2><p>${t.standingText({ regulator: REGULATOR.shortName })}</p></section>
<section class="card"><h2>${t.claimTitle}</h2><p>${t.claimText}</p></section>
<section class="card"><h2>${t.say}</h2><p>${t.sayText}</p></section>
<section class="card"><h2>${t.apply}</h2><p>${t.applyText({ events: linkTo('/events') })}</p></section>
<section class="card"><h2>${t.told}</h2><p>${t.reportedText}</p></section>
<section class="card"><h2>${t.show}</h2><p>${t.showText}</p></section>
</div>`;
}
