import { gradeText } from '../../../decisions/decision/words.ts';
import type { Claims, VerificationOutcome } from '../../../decisions/receipts/schemas.ts';
import { JURISDICTION_ZONE, jurisdictionDay } from '../../../lib/dates.ts';
import { renderZoned } from '../../kit/dates.ts';
import type { Tone } from '../../kit/decision-names.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderClaims } from './receipt-claims.ts';

interface Finding {
  readonly word: string;
  readonly sign: string;
  readonly tone: Tone;
  readonly meaning: string;
}

/** Whether a receipt is genuine, what it says, and what has changed since: the same wherever one is verified. */
export function renderOutcome(outcome: VerificationOutcome): Html {
  const { word, sign, tone, meaning } = findingOf(outcome);
  return html`<section class="verdict tone-${tone}" aria-label="Finding">
<p class="stamp"><span aria-hidden="true">${sign}</span>${word}</p>
<div><p class="meaning">${meaning}</p><p class="small">Checked ${renderZoned(outcome.checked_at, JURISDICTION_ZONE)}.</p></div>
</section>
${outcome.receipt ? renderContent(outcome, outcome.receipt) : ''}`;
}

function renderContent(outcome: VerificationOutcome, claims: Claims): Html {
  const { valid } = outcome;
  const heading = valid ? 'What it says' : 'What it claims (do not rely on it)';
  const since = html`<section class="part"><h2>Since then</h2><div>${renderCurrent(outcome, claims)}</div></section>`;
  return html`<section class="part"><h2>${heading}</h2><div>${renderClaims(claims)}</div></section>
${valid ? since : ''}`;
}

/** Today's decision beside the one that the receipt states; for the event's days, unless they are over. */
function renderCurrent({ current, checked_at }: VerificationOutcome, claims: Claims): Html {
  if (!current) return html`<p>This vendor is not on record today, so nothing can be compared.</p>`;
  const { license_digits, event_type } = claims;
  const query = new URLSearchParams({ license_number: license_digits, event_type });
  const now = html`by the records on file today the verdict is <strong>${current.verdict}</strong>, the grade: ${gradeText(current.grade_status, current.grade)}.`;
  const { event_date, event_last_date: lastDay = event_date } = claims;
  const isOver = lastDay !== undefined && lastDay < jurisdictionDay(new Date(checked_at));
  const over = html`<p>The event of this receipt is over. So that is the verdict for an event today, and says nothing of the day of the event.</p>`;
  return html`<p>${current.changed ? html`<strong>It has changed:</strong>` : html`<strong>It is the same:</strong>`} ${now}</p>
${isOver ? over : ''}
<p class="no-print"><a href="/check?${query.toString()}">Check this vendor as of today</a></p>`;
}

/** In plain words what verification found. */
function findingOf({ valid, reason, issued }: VerificationOutcome): Finding {
  if (valid) return genuine(issued);
  switch (reason) {
    case 'signature_mismatch':
      return bad(
        'ALTERED',
        'Its signatures do not fit what it says: it was changed or made up. Do not rely on it.',
      );
    case 'unknown_key':
      return bad(
        'UNKNOWN',
        'It was signed with a key that this service never had. It may come from another service; here it proves nothing.',
      );
    case 'key_compromised':
      return bad(
        'NOT SAFE',
        'It was signed with a key that has since been given up as compromised, so anybody could have made it. Check the vendor again for a new receipt.',
      );
    default:
      return bad(
        'NOT A RECEIPT',
        'This text is no receipt of this service, or not a whole one. Copy it again from the first character to the last.',
      );
  }
}

function genuine(issued: boolean | null): Finding {
  switch (issued) {
    case true:
      return {
        word: 'GENUINE',
        sign: '✓',
        tone: 'good',
        meaning:
          'This service issued this receipt, and not a character of it was changed since. Both its signatures hold, and it is on the list of issued receipts.',
      };
    case false:
      return {
        word: 'SIGNED',
        sign: '!',
        tone: 'care',
        meaning:
          'Both signatures hold, but this service has no record of issuing it. Ask whoever gave it to you, and check the vendor again.',
      };
    case null:
      return {
        word: 'GENUINE',
        sign: '✓',
        tone: 'good',
        meaning:
          'Both signatures hold: nothing in it was changed. Whether this service has it on its list of issued receipts cannot be told now.',
      };
  }
}

function bad(word: string, meaning: string): Finding {
  return { word, sign: '✕', tone: 'bad', meaning };
}
