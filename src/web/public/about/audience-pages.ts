import { DEMO_ORGANIZERS } from '../../../ledger/accounts/demo-organizers.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';

/** What organizers get, and the way in; with demo data also the accounts to try. */
export function renderForOrganizers(fictional: boolean | undefined): Html {
  return html`<h1>For organizers</h1>
<p class="lead">Know before you book: is the license current, what did inspectors find, and what proof do you keep?</p>
<p class="actions"><a class="button" href="/sign-in?next=/organizer">Sign in</a> <a class="button quiet" href="/sign-up?next=/organizer">Make an account</a> <a href="/check">Check one vendor without an account</a></p>
${fictional === true ? renderDemoAccounts() : EMPTY_HTML}
<div class="cards">
<section class="card"><h2>Check</h2><p><a href="/check">One vendor</a> or <a href="/check/list">your whole list</a>: a verdict with reasons, the papers to collect, and a signed receipt for your files. No account needed.</p></section>
<section class="card"><h2>Take applications</h2><p>Publish an event with your own questions. Each application arrives with the vendor’s current record beside it. Decide on one or on many; the applicants get the mail.</p></section>
<section class="card"><h2>Collect papers</h2><p>Vendors send insurance and the other documents over a private link. You confirm or reject each, and reminders go out before a document is due.</p></section>
<section class="card"><h2>Stay informed</h2><p>Every vendor with a spot is watched until the event is over. If one is closed in between, you get a mail.</p></section>
<section class="card"><h2>Keep the proof</h2><p>The compliance file of an event has every decision with its receipt, to print or as a PDF. Anyone can verify a receipt later.</p></section>
<section class="card"><h2>Work together</h2><p>Invite your team, put events into your calendar, and use the <a href="/docs">API</a> with a key of your own.</p></section>
</div>
<p>An account is free.</p>`;
}

function renderDemoAccounts(): Html {
  const accounts = DEMO_ORGANIZERS.map(
    ({ name, email, password }) =>
      html`<li><strong>${name}</strong>: e-mail <span class="code">${email}</span>, password <span class="code">${password}</span></li>`,
  );
  return html`<section class="note"><h2>Try it with demo data</h2>
<p>The records here are fictional, so two accounts are open to everybody, with events and applications in every state:</p>
<ul>${accounts}</ul></section>`;
}

/** What vendors get, and the way in. */
export function renderForVendors(): Html {
  return html`<h1>For vendors</h1>
<p class="lead">See your record as organizers see it, learn what holds it back, and have your say.</p>
<p class="actions"><a class="button" href="/search">Find your record</a> <a class="button quiet" href="/claim">Claim your license</a> <a href="/sign-in?next=/settings/licenses">Sign in</a></p>
<div class="cards">
<section class="card"><h2>Find out where you stand</h2><p>Your page shows license, inspections and grade from the ${REGULATOR.shortName}’s files. The self-check says what holds the grade back and what to do first. Both are free and need no account.</p></section>
<section class="card"><h2>Claim your license</h2><p>Prove that it is yours with a code by letter or phone, or with a document. It is free.</p></section>
<section class="card"><h2>Have your say</h2><p>Write a reply that stands on your page. Dispute an inspection that is not yours or was corrected: the page says so while it is looked into.</p></section>
<section class="card"><h2>Apply to events</h2><p><a href="/events">Open events</a> take applications here. Documents that an organizer confirmed once can be used again.</p></section>
<section class="card"><h2>Be told first</h2><p>The daily watch compares your record with the newest files and mails you what changed. It is the one thing that can cost money, and you see the price first.</p></section>
<section class="card"><h2>Show it</h2><p>Put the badge with your current letter on your own web page. The code for it is on your record’s page.</p></section>
</div>`;
}
