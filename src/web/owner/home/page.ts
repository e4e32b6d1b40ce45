import { gradeText, shownVerdict } from '../../../decisions/decide/decision-words.ts';
import { isNothingRead } from '../../../decisions/self-check/factors.ts';
import { type DecisionDays, decideOn } from '../../../judgment/policy/policy.ts';
import type { Language } from '../../../lib/language/language.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import type { HeldApplication } from '../../../organizer/applications/apply/holder-applications-service.ts';
import type { OwnClaim } from '../../../owner/claims/claim.ts';
import { recordsOld } from '../../../published-state/records-age.ts';
import type { PublishedFacts } from '../../../records/record/decision-facts.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { GRADE_TONES, toneInAge } from '../../kit/decisions/decision-names.ts';
import { renderVerdictMark } from '../../kit/decisions/verdict-stamp.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { linkTo, renderQuote } from '../../kit/tags.ts';
import { renderList } from './applications-page.ts';
import { type ComingUp, renderComingUp } from './coming-up.ts';
import { VENDOR_HOME } from './messages.ts';

const LICENSES = '/settings/licenses';

/** A license that the account has verified, with the facts shown about the license. */
export interface OwnLicense {
  readonly claim: OwnClaim;
  /** Undefined if no vendor is on record under this license. */
  readonly facts: PublishedFacts | undefined;
  readonly openDisputes: number;
  readonly watch: 'on' | 'unpaid' | 'off';
}

interface HomeOptions extends SignedInFrame {
  readonly language: Language;
  readonly licenses: readonly OwnLicense[];
  /** The number of verified licenses that the list leaves out. */
  readonly hidden: number;
  readonly pending: number;
  readonly comingUp: ComingUp;
  readonly applications: readonly HeldApplication[];
  readonly today: DecisionDays['today'];
}

/**
 * Renders the state of the account's licenses and the next steps. The first license fits on a single phone
 * screen.
 */
export function renderVendorHome(options: HomeOptions): Html {
  const { account, fictional, language, licenses, hidden, pending } = options;
  const t = VENDOR_HOME[language];
  const list = linkTo(LICENSES);
  const main = html`<h1>${t.title}</h1>
${pending > 0 ? html`<p class="note">${t.waiting({ count: pending, list: linkTo(`${LICENSES}#pending`) })}</p>` : ''}
${joinHtml(
  licenses.map((each) => renderLicense(each, options)),
  '\n',
)}
<p>${hidden > 0 ? html`${t.more({ hidden, list })} · ` : ''}${t.manage({ list, claim: linkTo('/claim') })}</p>
${licenses.length === 0 ? '' : renderComingUp(options.comingUp, language)}
${renderApplications(options)}`;
  return renderPage({
    title: t.title,
    description: t.description,
    language,
    account,
    fictional,
    main,
    current: '/home',
  });
}

function renderLicense({ claim, facts, openDisputes, watch }: OwnLicense, options: HomeOptions): Html {
  const { language, today } = options;
  const t = VENDOR_HOME[language];
  const heading = html`<h2>${displayName(claim.name) || claim.license_number} <span class="number small">${claim.license_number}</span></h2>`;
  const own = html`<div><dt>${t.disputes}</dt><dd>${openDisputes === 0 ? t.none : html`<a href="${LICENSES}/${claim.id}/disputes">${openDisputes}</a>`}</dd></div>
<div><dt>${t.watch}</dt><dd>${{ on: t.on, unpaid: t.unpaid, off: t.off }[watch]} · <a href="${LICENSES}/${claim.id}/portal">${watch === 'off' ? t.turnOn : t.manageWatch}</a></dd></div>`;
  if (!facts)
    return html`<section class="home-license">${heading}
<p>${t.notOnRecord}</p>
<dl class="ledger">${own}</dl></section>`;
  const { id } = facts.vendor;
  const license = `${LICENSES}/${claim.id}`;
  const { grade, grade_status, last_disposition: last } = facts.evidence;
  return html`<section class="home-license">${heading}
<dl class="ledger"><div><dt>${t.grade}</dt><dd>${grade === null ? gradeText(grade_status, grade, language) : html`<p class="grade tone-${toneInAge(GRADE_TONES[grade], recordsOld(facts.records_reach_to, today))}">${grade}</p>`}</dd></div>
<div><dt>${t.lastVisit}</dt><dd>${last ? html`${renderDay(last.date, language)}, ${renderQuote(last.text, language)}` : isNothingRead(facts) ? t.notKnown : t.noVisit}</dd></div>
<div><dt>${t.today}</dt><dd>${renderToday(facts, today, language)}</dd></div>
${own}</dl>
<p class="actions"><a class="button" href="/improve/${id}">${t.improve}</a> <a href="/vendor/${id}">${t.record}</a></p>
<p>${t.answer({ reply: linkTo(`${license}/reply`), contest: linkTo(`${license}/disputes`) })}</p>
<p class="small">${t.reach({ day: describeDay(facts.data_as_of, language) })}</p></section>`;
}

/** Renders today's verdict and the most severe reason for it. */
function renderToday(facts: PublishedFacts, today: DecisionDays['today'], language: Language): Html {
  const { verdict, reasons } = decideOn(facts, { today }, language);
  const shown = shownVerdict({ verdict, evidence: facts.evidence });
  const first = reasons[0];
  const old = recordsOld(facts.records_reach_to, today);
  return html`${renderVerdictMark(shown, old, language)}${first ? html`<br>${first.text}` : ''}`;
}

function renderApplications({ applications, language }: HomeOptions): Html {
  const t = VENDOR_HOME[language];
  const list =
    applications.length === 0
      ? html`<p>${t.noApplications({ events: linkTo('/events') })}</p>`
      : renderList(applications, language);
  return html`<section class="part"><h2>${t.applications}</h2><div>${list}
<p class="small">${t.all({ list: linkTo('/home/applications') })}</p></div></section>`;
}

/** Renders the page that asks a new account's owner whether they are an organizer or a vendor. */
export function renderWelcome({ account, fictional }: SignedInFrame, language: Language): Html {
  const t = VENDOR_HOME[language];
  const main = html`<h1>${t.welcome}</h1>
<div class="cards">
<section class="card"><h2>${t.vendor}</h2><p>${t.vendorText({ find: linkTo('/search') })}</p></section>
<section class="card"><h2>${t.organizer}</h2><p>${t.organizerText({ make: linkTo('/organizer'), check: linkTo('/check') })}</p></section>
</div>`;
  return renderPage({
    title: t.welcome,
    description: t.description,
    language,
    account,
    fictional,
    main,
    current: '/home',
  });
}
