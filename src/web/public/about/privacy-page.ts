import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderOperator, type ServiceOperator } from './operator-contact.ts';

/**
 * What this service stores, as it is: each period stands beside the code that keeps it (`jobs/tidy.ts`,
 * `ledger/documents/`, `ledger/claims/`, `ledger/accounts/`). A change there changes this page.
 */
export function renderPrivacy(operator: ServiceOperator, takesPayment: boolean): Html {
  return html`<h1>Privacy</h1>
<p class="lead">You can use all public pages without an account and without being followed. This page says what is stored when you do more.</p>
<section class="part"><h2>Who is responsible</h2><div>${renderOperator(operator)}
<p>Organizers are responsible for what they do with the applications that they receive.</p></div></section>
<section class="part"><h2>If you only look</h2><div>
<ul><li>Nothing is measured, and no page loads anything from another site. No cookie is set, but for one if you choose a language: it remembers which, for a year.</li>
<li>The log has the time, the address of the page without what you searched for, and whether it worked. It does not have your network address.</li>
<li>To limit requests, your network address is counted in memory, for a minute or at most a day.</li>
<li>A list that you check is kept for 7 days at an address that only you are given.</li>
<li>A receipt says which vendor was decided on, when and how. It does not say who asked. Receipts are kept for good, so that they can be verified.</li></ul></div></section>
<section class="part"><h2>If you have an account</h2><div>
<ul><li>We store your name, your e-mail address, a salted hash of your password, and what your browsers call themselves while they are signed in. Network addresses are not stored.</li>
<li>A wrong password and the mails to an address are counted for at most a day or two, to slow down whoever guesses.</li>
<li>Of an API key, a hash is stored, with its name and when it was last used.</li>
<li>An operator’s own actions are logged.</li></ul>
<p><strong>Cookies.</strong> Two more, and only after you sign in. One keeps you signed in; the session ends 14 days after you last used it. The other says that your browser is a known one, so that a stranger’s wrong passwords do not lock you out; it lasts up to 400 days. Neither can be read by scripts or by other sites.</p></div></section>
<section class="part"><h2>If you apply to an event</h2><div>
<p>The organizer and their team get what you type into the form and the documents that you send: business and contact name, e-mail, phone, license number, answers, files. Nobody else does, but whoever runs the service can reach the database.</p>
<ul><li>Files are deleted 90 days after the event, and a day after an application is declined, withdrawn or cancelled.</li>
<li>The application itself stays as long as the organizer’s account does.</li></ul></div></section>
<section class="part"><h2>If you claim a license</h2><div>
<p>A document that you send as proof can be opened by whoever runs the service. It is deleted 30 days after the decision, when you give the claim up, and with your account. Your reply is public once it is read and published; a dispute shows on the record as “disputed”.</p>
<p>${takesPayment ? 'Monitoring is paid through Stripe. Your card number goes to Stripe and never to us; we store that a payment was made.' : 'This copy of the service takes no payments.'}</p></div></section>
<section class="part"><h2>About vendors</h2><div>
<p>Vendor pages show public records of the ${REGULATOR.shortName}: business name, license, city and county, inspections. We show no street address, phone number or mailing address. Names of persons that we recognize in an inspector’s text are struck out; tell us where we missed one.</p></div></section>
<section class="part"><h2>Mail</h2><div>
<p>We write only about what you started: your account, your application, your claim, a watch, your event. Each mail and its recipient are deleted from our database 30 days after it was written, once it is sent or given up. Mail goes through the mail server of whoever runs the service.</p></div></section>
<section class="part"><h2>Your rights</h2><div>
<p>You can change your name, address and password, and delete your account, in <a href="/settings">Settings</a>. Deleting takes your events, their applications, your team and your API keys with it, at once. Receipts stay. Copies in backups are with whoever runs the service; ask them how long. For anything else, write to them: <a href="/contact">Contact</a>.</p></div></section>`;
}
