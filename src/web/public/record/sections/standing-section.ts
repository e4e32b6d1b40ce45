import { isClosed } from '../../../../judgment/policy/hold-words.ts';
import { describeUnconfirmed } from '../../../../judgment/policy/license-words.ts';
import { RECOMMENDATIONS } from '../../../../judgment/score/recommendation-messages.ts';
import { SCORE_RULES } from '../../../../judgment/score/rules.ts';
import { LICENSE_QUESTIONS_IN } from '../../../../judgment/scorecard/messages.ts';
import { uncertainTextIn } from '../../../../judgment/scorecard/uncertain-record.ts';
import type { Language } from '../../../../lib/language/language.ts';
import { describeRecordsAge } from '../../../../published-state/records-age.ts';
import { renderScale } from '../../../kit/charts/scale.ts';
import { EVIDENCE } from '../../../kit/decisions/decision-messages.ts';
import { toneInAge } from '../../../kit/decisions/decision-names.ts';
import { renderGravest, renderLicense } from '../../../kit/decisions/evidence.ts';
import { SNAPSHOTS } from '../../../kit/decisions/snapshot-texts.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../../kit/html.ts';
import { renderDay } from '../../../kit/render-dates.ts';
import { linkTo, renderQuote, strong } from '../../../kit/tags.ts';
import type { ShownRecord } from '../parse-record.ts';
import { renderProse } from '../prose.ts';
import { TRENDS_NAMED } from '../record-messages.ts';
import { isNothingRead, meaningOf, notConfirmedText, ownerText } from '../record-texts.ts';
import { STANDING } from './standing-messages.ts';

/**
 * Renders the key facts on a single phone screen: the grade or why there is none, the last visit, the most
 * severe result and the trend.
 */
export function renderStanding(record: ShownRecord, language: Language = 'en'): Html {
  const t = STANDING[language];
  const { grade, hold, recommendation, as_of, data_as_of, records_old: old } = record;
  const { tone, text } = meaningOf(record, language);
  const days = { day: renderDay(as_of, language), upTo: renderDay(data_as_of, language) };
  // The record already has the English sentence.
  const advice = language === 'en' ? recommendation.text : RECOMMENDATIONS[language][recommendation.code];
  return html`<section class="verdict overview tone-${toneInAge(tone, old)}" aria-label="${t.grade}">
<p class="stamp">${grade === null ? noLetter(record, language) : html`<span class="stamp-word">${t.grade}</span><span class="stamp-letter">${grade}</span>`}</p>
<div>${hold.active ? renderHoldReasons(record, language) : ''}<p class="meaning">${text}${renderMore(record, language)}</p>
${old ? html`<p>${t.old({ strong, age: describeRecordsAge(old, language) })}</p>` : ''}</div>
${renderHighlights(record, language)}
<div class="wide-part"><p>${t.recommendation({ strong, text: advice })}</p>
<p class="small">${t.asOf({ ...days, snapshot: SNAPSHOTS[language] })}</p></div>
</section>`;
}

function renderHighlights(record: ShownRecord, language: Language): Html {
  const t = STANDING[language];
  const { last_disposition: last, trend } = record;
  return html`<dl class="ledger wide-part">
<div><dt>${t.lastVisit}</dt><dd>${last ? html`${renderDay(last.date, language)}, ${renderQuote(last.text, language)}` : isNothingRead(record) ? EVIDENCE[language].notKnown : t.noVisit({ owner: ownerText(record, language) })}</dd></div>
${last ? html`<div><dt>${t.gravest}</dt><dd>${renderGravest(record.gravest_event, record.as_of, language)}</dd></div>` : ''}
${trend.points.length > 0 ? html`<div><dt>${t.trend}</dt><dd><a href="#trend-part">${TRENDS_NAMED[language][trend.direction]}</a></dd></div>` : ''}
</dl>`;
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
  const { license } = record;
  const days = { asOf: record.as_of, today, old: record.records_old };
  const doubt = () => t.notConfirmed({ strong, why: notConfirmedText(license, language) });
  return html`<dl class="ledger">
<div><dt>${t.license}</dt><dd><strong>${renderLicense(license, days, language)}</strong>${license.confirmed ? '' : html`<br>${doubt()}`}</dd></div>
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
