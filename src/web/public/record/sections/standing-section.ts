import { shownVerdict } from '../../../../decisions/decide/decision-words.ts';
import { MEANINGS } from '../../../../decisions/decide/messages.ts';
import { isClosed } from '../../../../judgment/policy/hold-words.ts';
import { describeUnconfirmed } from '../../../../judgment/policy/license-words.ts';
import { verdictOf } from '../../../../judgment/score/recommendation.ts';
import { SCORE_RULES } from '../../../../judgment/score/rules.ts';
import { LICENSE_QUESTIONS_IN } from '../../../../judgment/scorecard/messages.ts';
import { uncertainTextIn } from '../../../../judgment/scorecard/uncertain-record.ts';
import type { Language } from '../../../../lib/language/language.ts';
import { describeRecordsAge } from '../../../../published-state/records-age.ts';
import { displayName } from '../../../../records/record/display-name.ts';
import { renderScale } from '../../../kit/charts/scale.ts';
import { EVIDENCE } from '../../../kit/decisions/decision-messages.ts';
import { toneInAge, VERDICTS } from '../../../kit/decisions/decision-names.ts';
import { renderGravest, renderLicense } from '../../../kit/decisions/evidence.ts';
import { SNAPSHOTS } from '../../../kit/decisions/snapshot-texts.ts';
import { renderVerdictMark } from '../../../kit/decisions/verdict-stamp.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../../kit/html.ts';
import { renderDay } from '../../../kit/render-dates.ts';
import { linkTo, renderQuote, strong } from '../../../kit/tags.ts';
import type { ShownRecord } from '../parse-record.ts';
import { renderProse } from '../prose.ts';
import { TRENDS_NAMED } from '../record-messages.ts';
import { isNothingRead, meaningOf, notConfirmedText, ownerText } from '../record-texts.ts';
import { STANDING } from './standing-messages.ts';

/**
 * Renders the key facts on a single phone screen: our recommendation, the grade or why there is none, the last
 * visit, the most severe result and the trend. The box has the verdict's color, and the letter has its own.
 */
export function renderStanding(record: ShownRecord, language: Language = 'en'): Html {
  const t = STANDING[language];
  const { grade, grade_status, aka, hold, recommendation, as_of, data_as_of, records_old: old } = record;
  const { tone, text } = meaningOf(record, language);
  const days = { day: renderDay(as_of, language), upTo: renderDay(data_as_of, language) };
  const verdict = shownVerdict({ verdict: verdictOf(recommendation.code), grade_status });
  const recommended = t.recommendation({ strong, verdict: renderVerdictMark(verdict, old, language) });
  return html`<section class="verdict overview tone-${toneInAge(VERDICTS[verdict].tone, old)}" aria-label="${t.grade}">
<p class="stamp tone-${toneInAge(tone, old)}">${grade === null ? noLetter(record, language) : html`<span class="stamp-word">${t.grade}</span><span class="stamp-letter">${grade}</span>`}</p>
<div><p>${recommended}</p>
<p class="meaning">${MEANINGS[language][verdict]}</p>
${hold.active ? renderHoldReasons(record, language) : ''}<p>${text}${renderMore(record, language)}</p>
${aka ? html`<p>${t.formerly({ strong, name: displayName(aka) })}</p>` : ''}
${old ? html`<p>${t.old({ strong, age: describeRecordsAge(old, language) })}</p>` : ''}</div>
${renderHighlights(record, language)}
<div class="wide-part"><p class="small">${t.asOf({ ...days, snapshot: SNAPSHOTS[language] })}</p></div>
</section>`;
}

/** Renders the facts that the reasons for a hold do not already list. */
function renderHighlights(record: ShownRecord, language: Language): Html {
  const t = STANDING[language];
  const { last_disposition: last, gravest_event: gravest, trend } = record;
  const rows: readonly Html[] = [
    ...(isReasonForHold(record, last)
      ? []
      : [
          html`<div><dt>${t.lastVisit}</dt><dd>${last ? html`${renderDay(last.date, language)}, ${renderQuote(last.text, language)}` : isNothingRead(record) ? EVIDENCE[language].notKnown : t.noVisit({ owner: ownerText(record, language) })}</dd></div>`,
        ]),
    ...(!last || isReasonForHold(record, gravest)
      ? []
      : [html`<div><dt>${t.gravest}</dt><dd>${renderGravest(gravest, record.as_of, language)}</dd></div>`]),
    ...(trend.direction === 'unknown' || trend.points.length === 0
      ? []
      : [
          html`<div><dt>${t.trend}</dt><dd><a href="#trend-part">${TRENDS_NAMED[language][trend.direction]}</a></dd></div>`,
        ]),
  ];
  return rows.length === 0
    ? EMPTY_HTML
    : html`<dl class="ledger wide-part">
${joinHtml(rows, '\n')}
</dl>`;
}

function isReasonForHold(
  { hold }: ShownRecord,
  event: { readonly text: string; readonly date: string } | null,
): boolean {
  return (
    hold.active &&
    event !== null &&
    hold.reasons.some(({ text, since }) => text === event.text && since === event.date)
  );
}

/** Renders an explanation if the grade is missing. */
function renderMore(
  { grade_status: status, license, uncertain_record: uncertain }: ShownRecord,
  language: Language,
): Html {
  switch (status) {
    case 'withheld':
      return html` ${describeUnconfirmed(license, language)} ${LICENSE_QUESTIONS_IN[language][license.status]}`;
    case 'insufficient_record':
      return uncertain
        ? html` ${renderProse(uncertainTextIn(uncertain, language), language)}`
        : html` ${STANDING[language].nothingAgainst}`;
    default:
      return EMPTY_HTML;
  }
}

function noLetter({ grade_status: status, hold }: ShownRecord, language: Language): Html {
  const t = STANDING[language];
  if (status !== 'hold') return html`${t.noGrade}`;
  return html`<span aria-hidden="true">✕</span>${isClosed(hold) ? t.closed : t.onHold}`;
}

function renderHoldReasons({ hold }: ShownRecord, language: Language): Html {
  const t = STANDING[language];
  const reasons = hold.reasons.map(({ text, since }) => {
    const told = { quote: renderQuote(text, language), day: renderDay(since, language) };
    return html`<li>${EVIDENCE[language].since(told)}</li>`;
  });
  return html`<p class="meaning">${isClosed(hold) ? t.closedTold({ strong }) : t.unlicensedTold({ strong })}</p>
<ul class="quotes">${joinHtml(reasons, '\n')}</ul>`;
}

/** Renders the license and score as a ledger. */
export function renderFacts(record: ShownRecord, today: string, language: Language = 'en'): Html {
  const t = STANDING[language];
  const { license, hold } = record;
  const since = hold.active && isClosed(hold) ? hold.reasons.map((each) => each.since).sort()[0] : undefined;
  const days = { asOf: record.as_of, today, old: record.records_old };
  const doubt = () => t.notConfirmed({ strong, why: notConfirmedText(license, language) });
  return html`<dl class="ledger">
<div><dt>${t.license}</dt><dd><strong>${renderLicense(license, days, language)}</strong>${since === undefined ? '' : t.closedSince({ day: renderDay(since, language) })}${license.confirmed ? '' : html`<br>${doubt()}`}</dd></div>
<div><dt>${t.score}</dt><dd>${renderScore(record, language)}</dd></div>
</dl>`;
}

/** Renders the score. The scale shows letter grades, so it is drawn only if a grade may be shown. */
function renderScore(record: ShownRecord, language: Language): Html {
  const t = STANDING[language];
  const {
    service_score: score,
    grade,
    score_version: version,
    inspections_loading_before: loadingBefore,
  } = record;
  if (score === null && loadingBefore !== null)
    return html`${t.noScoreYet({ day: renderDay(loadingBefore, language) })}`;
  if (score === null) return html`${isNothingRead(record) ? EVIDENCE[language].notKnown : t.noScore}`;
  const value = score.toFixed(1);
  const shown = { score: html`<strong class="number">${value}</strong>` };
  if (grade === null) return html`${t.scoreAlone(shown)}`;
  const cutOffs = SCORE_RULES.cutOffs.filter(({ least }) => least > 0);
  const letters = cutOffs.map((cut) => t.letterFrom({ grade: cut.grade, least: cut.least })).join(', ');
  const scale = renderScale(
    score,
    SCORE_RULES.cutOffs.map((cut) => ({ name: cut.grade, least: cut.least })),
    {
      id: 'score',
      title: t.scaleTitle({ score: value, grade }),
      description: t.scaleShows({ letters }),
    },
  );
  const links = { rules: linkTo('/methodology'), backtest: linkTo('/methodology#backtest') };
  return html`${t.scoreOf(shown)}
${scale}
<span class="small">${t.rules({ letters, version, ...links })}</span>`;
}
