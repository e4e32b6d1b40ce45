import { gradeText, shownVerdict, verdictText } from '../../../decisions/decide/decision-words.ts';
import type { ShownVerdict } from '../../../decisions/decide/messages.ts';
import type { Claims, VerificationOutcome } from '../../../decisions/receipts/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { JURISDICTION_ZONE, jurisdictionDay } from '../../../lib/time/dates.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { type Tone, VERDICTS } from '../../kit/decisions/decision-names.ts';
import { renderVerdictMark } from '../../kit/decisions/verdict-stamp.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderZoned } from '../../kit/render-dates.ts';
import { strong } from '../../kit/tags.ts';
import { renderClaims, renderEvent } from './receipt-claims.ts';
import { FINDING } from './verify-messages.ts';

const SHOWN_VERDICTS = Object.keys(VERDICTS).filter((each): each is ShownVerdict => each in VERDICTS);

interface Finding {
  readonly word: string;
  readonly sign: string;
  readonly tone: Tone;
  readonly meaning: string;
}

/**
 * Renders the result, the receipt's claims, and what has changed since the receipt was issued. All pages that
 * verify receipts show the same content. Set `hasNumber` to false on a page that already shows the receipt's
 * number.
 */
export function renderOutcome(outcome: VerificationOutcome, language: Language, hasNumber = true): Html {
  const t = FINDING[language];
  const { word, sign, tone, meaning } = findingOf(outcome, language);
  const moment = renderZoned(outcome.checked_at, JURISDICTION_ZONE, language);
  return html`<section class="verdict tone-${tone}" aria-label="${t.label}">
<p class="stamp"><span aria-hidden="true">${sign}</span>${word}</p>
<div>${outcome.valid && outcome.receipt ? renderAnswer(outcome.receipt, language) : ''}<p class="meaning">${meaning}</p><p class="small">${t.checked({ moment })}</p></div>
</section>
${outcome.receipt ? renderContent(outcome, outcome.receipt, language, hasNumber) : ''}`;
}

/** Renders the vendor, the verdict and the event of a genuine receipt in one line. */
function renderAnswer(claims: Claims, language: Language): Html {
  const shown = shownVerdict(claims);
  const known = SHOWN_VERDICTS.find((each) => each === shown);
  const mark = known ? renderVerdictMark(known, null, language) : html`<strong>${shown}</strong>`;
  return html`<p><strong>${displayName(claims.name)}</strong> ${mark}<br>${renderEvent(claims, language)}</p>`;
}

function renderContent(
  outcome: VerificationOutcome,
  claims: Claims,
  language: Language,
  hasNumber: boolean,
): Html {
  const { valid } = outcome;
  const t = FINDING[language];
  const heading = valid ? t.says : t.claims;
  const since = html`<section class="part"><h2>${t.since}</h2><div>${renderCurrent(outcome, claims, language)}</div></section>`;
  return html`${valid ? since : ''}
<section class="part"><h2>${heading}</h2><div>${renderClaims(claims, language, hasNumber)}</div></section>`;
}

/**
 * Renders today's decision next to the one in the receipt. Uses the receipt's event dates unless they are in
 * the past.
 */
function renderCurrent(
  { current, checked_at }: VerificationOutcome,
  claims: Claims,
  language: Language,
): Html {
  const t = FINDING[language];
  if (!current) return html`<p>${t.gone}</p>`;
  const { license_digits, event_type } = claims;
  const query = new URLSearchParams({ license_number: license_digits, event_type });
  const now = {
    strong,
    verdict: html`<strong>${verdictText(shownVerdict(current), language)}</strong>`,
    grade: gradeText(current.grade_status, current.grade, language),
  };
  const { event_date, event_last_date: lastDay = event_date } = claims;
  const isOver = lastDay !== undefined && lastDay < jurisdictionDay(new Date(checked_at));
  return html`<p>${current.changed ? t.changed(now) : t.same(now)}</p>
${isOver ? html`<p>${t.over}</p>` : ''}
<p class="no-print"><a href="/check?${query.toString()}">${t.checkToday}</a></p>`;
}

/** Returns the verification result in plain words. */
function findingOf({ valid, reason, issued }: VerificationOutcome, language: Language): Finding {
  const t = FINDING[language];
  if (valid) return genuine(issued, language);
  switch (reason) {
    case 'signature_mismatch':
      return bad(t.altered, t.alteredTold);
    case 'unknown_key':
      return bad(t.unknown, t.unknownTold);
    case 'key_compromised':
      return bad(t.notSafe, t.notSafeTold);
    default:
      return bad(t.noReceipt, t.noReceiptTold);
  }
}

function genuine(issued: boolean | null, language: Language): Finding {
  const t = FINDING[language];
  switch (issued) {
    case true:
      return { word: t.genuine, sign: '✓', tone: 'good', meaning: t.genuineIssued };
    case false:
      return { word: t.signed, sign: '!', tone: 'care', meaning: t.signedTold };
    case null:
      return { word: t.genuine, sign: '✓', tone: 'good', meaning: t.genuineUntold };
  }
}

function bad(word: string, meaning: string): Finding {
  return { word, sign: '✕', tone: 'bad', meaning };
}
