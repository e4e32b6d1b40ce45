import { VERDICT_MEANINGS } from '../../../../decisions/decide/decision-words.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../../http/errors/errors.ts';
import type { Verdict } from '../../../../judgment/score/recommendation.ts';
import { SCORE_RULES } from '../../../../judgment/score/rules.ts';
import { OLD_AFTER_DAYS, TOO_OLD_AFTER_DAYS } from '../../../../published-state/records-age.ts';
import { REGULATOR } from '../../../../regulator/source/regulator.ts';
import { type Html, html } from '../../../kit/html.ts';
import { type GuideContext, renderCode, renderGuide, renderTable } from '../guide.ts';
import { renderMarkdown } from '../markdown.ts';

/** Pages of the guide that are mostly text. Every number in them comes from the rules that they describe. */

export function renderConcepts(context: GuideContext): Html {
  const { minimumRecord, cutOffs } = SCORE_RULES;
  const letters = cutOffs.map(({ grade, least }) =>
    least > 0 ? `${grade} from ${least}` : `${grade} below`,
  );
  const verdicts = (Object.keys(VERDICT_MEANINGS) as Verdict[]).map((verdict) => [
    html`<code>${verdict}</code>`,
    VERDICT_MEANINGS[verdict],
  ]);
  const body = html`<p class="lead">Seven words, and what each of them promises.</p>
<h2 id="vendor">Vendor</h2>
<p>One license number of a food truck, a hot dog cart or a caterer, and all that is on record for it. Restaurants are not vendors. A vendor’s <code>id</code> is a UUID made from its license, so it stays the same when the service reads its files again.</p>
<h2 id="license">License</h2>
<p>The regulator’s permission. Send a license number in any spelling: it is matched on its digits. If two vendors share the digits, the response is <code>ambiguous_license</code> and lists both full numbers. The letters in front pick one.</p>
<p><code>license.confirmed</code> is true when the newest license file lists the license as current and it did not expire more than 30 days ago. Nothing else confirms a license, and no letter is shown for one that is not confirmed.</p>
<h2 id="inspection">Inspection</h2>
<p>An inspector’s visit, as the ${REGULATOR.shortName} published it. A case is an inspection and its callbacks. What was found is counted in three severities, high priority, intermediate and basic, and the <em>disposition</em> is the regulator’s own words for how the visit ended. Each inspection is a snapshot of one day.</p>
<h2 id="grade">Grade</h2>
<p>Our letter, not the regulator’s, made from the inspections of the current owner by a <a href="/methodology">published method</a>: ${letters.join(', ')}, of 100. Without ${minimumRecord.cases} cases, the newest of them within ${minimumRecord.monthsSinceNewest} months, there is no letter. <code>grade</code> is then <code>null</code>, and <code>grade_status</code> says why. <strong>No letter is not a good letter</strong>: show the reason instead.</p>
<h2 id="verdict">Verdict</h2>
<p>Our answer to “may this vendor be booked for this event?”, with every reason that applies:</p>
${renderTable('Verdicts', ['Verdict', 'Meaning'], verdicts)}
<h2 id="receipt">Receipt</h2>
<p>A signed text that says what was decided, about whom, when, and on which records. It never expires, and anyone can <a href="/docs/receipts">verify it without us</a>. Keep it with the booking.</p>
<h2 id="as-of">As of</h2>
<p><code>as_of</code> is the day taken as today; anything dated later is ignored. <code>data_as_of</code> is the newest day in the regulator’s files. If the records end more than ${OLD_AFTER_DAYS} days ago, <code>records_old</code> says so. Beyond ${TOO_OLD_AFTER_DAYS} days, no verdict is better than <code>REVIEW</code>. <code>fictional</code> is true for demo data.</p>`;
  return renderGuide(
    {
      address: '/docs/concepts',
      title: 'Concepts',
      description:
        'Vendor, license, inspection, grade, verdict, receipt and as-of: what each word means in every answer.',
      body,
    },
    context,
  );
}

/** Advice on what a program should do, by error code. */
const ADVICE: Readonly<Record<ErrorCode, string>> = {
  missing_parameter: 'Send the parameter that the message names.',
  invalid_parameter: 'Correct the parameter: the message says what it was and what is accepted.',
  invalid_body: 'Send a JSON object as the endpoint’s page describes it.',
  malformed_request: 'The request is not valid HTTP. Check the program that sends it.',
  conflicting_identifiers:
    'The license number and the vendor id are not the same vendor’s. Send one of them.',
  ambiguous_license:
    'Two vendors have these digits. Send the full number of the one you mean, with its letters.',
  unauthorized: 'Send a key that is in use. All wrong keys get this same answer.',
  forbidden_origin: 'Pages only: a form was sent from another site.',
  forbidden: 'Pages only: this member of the team may read and not change.',
  not_found: 'Nothing is at this address, or it is not yours.',
  vendor_not_found: 'No vendor with this number or ID is on record. That is not a clean record.',
  method_not_allowed: 'Use one of the methods in the header Allow.',
  request_timeout: 'The request did not arrive in time. Send it again.',
  cursor_gone:
    'Start over: ask for changes with after=now, read the vendors again, and continue from the new cursor.',
  precondition_failed:
    'The data file has been made again since you read the manifest. Read the manifest again, and restart the download.',
  body_too_large: 'Send less at once.',
  url_too_long: 'Send a receipt in the body instead of the address.',
  unsupported_media_type: 'Send the body as application/json.',
  range_not_satisfiable:
    'The range is outside the file. Content-Range has its length: you may have all of it already.',
  expectation_failed: 'Leave the header Expect out.',
  wrong_host: 'Use the service’s own host name.',
  idempotency_key_reused:
    'Send a new Idempotency-Key with each new question, and the same one only when you repeat a request.',
  rate_limited: 'Wait for the seconds in Retry-After, then continue.',
  headers_too_large: 'Send fewer or shorter headers.',
  internal_error: 'A fault of ours. Report it with the X-Request-Id of the answer.',
  not_ready: 'There are no records yet. Try again after Retry-After.',
  unavailable:
    'A database is unavailable. Try again after Retry-After. Until then, the vendor’s record is unknown.',
  busy: 'Too many requests wait for changes. Try again after Retry-After. On pages: too many sign-ins at once.',
  payment_unavailable: 'Pages only: the payment provider does not answer.',
};

export function renderErrors(errorExample: string, context: GuideContext): Html {
  const rows = Object.entries(ERROR_STATUS).map(([code, status]) => [
    html`<code id="${code}">${code}</code>`,
    String(status),
    ADVICE[code as ErrorCode],
  ]);
  const body = html`<p class="lead">Every error has a <code>code</code> that never changes, and a text for people that may. Decide by the code.</p>
<p>Under <code>/api/v1</code> an error is in the envelope, and elsewhere it is a bare object. A wrong parameter is named:</p>
${renderCode(errorExample)}
<p>Every answer has an <code>X-Request-Id</code>. Quote it when you report a fault. Treat an error as “unknown”, never as “nothing against this vendor”.</p>
${renderTable('All codes', ['Code', 'Status', 'What to do'], rows)}`;
  return renderGuide(
    {
      address: '/docs/errors',
      title: 'Errors',
      description: 'Every error code of the API with its status and what to do about it.',
      body,
    },
    context,
  );
}

/** Rate limits by setting, with the requests that each limit counts and the callers it applies to. */
const LIMITS = [
  ['KEYED', 'All keyed endpoints', 'key'],
  ['KEYED_DECISIONS', 'Vendors in lists sent to /api/v1/decisions with a key', 'key'],
  ['SEARCH', 'Search', 'address'],
  ['SCORECARD', 'Scorecards', 'address'],
  ['IDENTITY', 'Identity', 'address'],
  ['DECISION', 'Decisions, and vendors in lists without a key', 'address'],
  ['VERIFY', 'Verification of receipts; apart from it, receipts by number', 'address'],
  ['IMPROVE', 'Self-checks', 'address'],
  ['BADGE', 'Badges', 'address'],
  ['STATS', 'Statistics; apart from it, coverage and method', 'address'],
  ['CHANGES', 'Changes without a key', 'address'],
  ['PUBLIC_EVENTS', 'Public events', 'address'],
  ['ACCOUNT', 'Requests with a wrong key, or without one where it is needed', 'address'],
  ['PAGE', 'This guide and /openapi.json', 'address'],
] as const;
export type Limits = Readonly<Record<(typeof LIMITS)[number][0], number>>;

export function renderLimits(limits: Limits, context: GuideContext): Html {
  const rows = LIMITS.map(([name, what, by]) => [
    what,
    limits[name] === 0 ? 'no limit' : limits[name].toLocaleString('en-US'),
    by === 'key' ? 'each key' : 'each client address',
  ]);
  const body = html`<p class="lead">Requests are counted in fixed minutes that start with the first of them. These are the numbers of this installation.</p>
${renderTable('Requests a minute', ['What', 'Requests', 'Counted for'], rows)}
<p>Every limited answer says what is left, in the headers <code>RateLimit</code> and <code>RateLimit-Policy</code>. Beyond the limit the answer is 429 <code>rate_limited</code>, and <code>Retry-After</code> has the seconds to wait. A client address is an IPv4 address or an IPv6 /64 network.</p>
<h2>Sizes</h2>
<p>An address has at most 10,240 characters, a body at most 64 KiB, and a list of decisions 160 KiB and 200 vendors. Lists under <code>/api/v1</code> have no pages: they are whole. <a href="/docs/changes">Changes</a> come in pages with a cursor. Search has <code>limit</code> and <code>offset</code>, and <code>X-Total-Count</code> has the number of all.</p>
<h2>Caching</h2>
<p>Scorecard, identity, search, feed and coverage may be kept for 60 seconds, badge, statistics and public keys for 300, and the method for 3,600. They have an <code>ETag</code>; send it back in <code>If-None-Match</code>, and an unchanged answer is 304. Decisions, verifications, self-checks, changes and keyed answers must not be kept: each decision has its own receipt.</p>
<h2>Versions</h2>
<p>The version is in the path, <code>/api/v1</code>. New fields may come at any time, so ignore fields that you do not know. Before a version ends, accounts with keys get an email at least 90 days ahead, and every response has <code>Deprecation</code>, <code>Sunset</code> and <code>Link</code>.</p>`;
  return renderGuide(
    {
      address: '/docs/limits',
      title: 'Limits and caching',
      description: 'How many requests are possible, how large they may be, and how long answers may be kept.',
      body,
    },
    context,
  );
}

/**
 * Renders the project's changelog without its title. Links in the changelog lead to source files, so only the
 * text of each link is kept.
 */
export function renderChangelog(changelog: string, context: GuideContext): Html {
  return renderGuide(
    {
      address: '/docs/changelog',
      title: 'Changelog',
      description: 'What changed in each version of the service.',
      body: renderMarkdown(changelog.replace(/^# .*\n/, ''), () => undefined),
    },
    context,
  );
}
