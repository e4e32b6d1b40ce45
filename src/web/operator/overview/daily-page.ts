import type { Coverage, CoveredFile, SourceFileState } from '../../../intake/coverage/schemas.ts';
import { gatherProblems } from '../../../intake/coverage/source-problems.ts';
import type { RunSummary } from '../../../intake/log/runs-service.ts';
import { everyNoun } from '../../../lib/text/text.ts';
import { daysBetween } from '../../../lib/time/dates.ts';
import type { NotedFact } from '../../../platform/job-findings.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderDay, renderMoment } from '../../kit/render-dates.ts';
import { renderInFrame } from './overview-page.ts';
import { renderFacts, renderTable } from './overview-table.ts';
import {
  countText,
  daysText,
  filesText,
  runFilesText,
  runOutcomeText,
  runVerdictsText,
  showHidden,
  sourceText,
} from './overview-texts.ts';

const DAILY = '/operator/daily';
/** Explains that an operator chose the as-of date, and how to go back to today's date. */
const KEPT =
  ', the day chosen with --as-of. It is kept until the files of every district reach beyond it; choose today to end it.';
const SET_ASIDE_SHOWN = 20;

interface DailyView {
  /** The last run; undefined before the first run. */
  readonly run: RunSummary | undefined;
  /** Undefined before the first publication. */
  readonly coverage: Coverage | undefined;
  readonly source: readonly SourceFileState[];
  /** Facts that jobs recorded about embedded databases and backups; undefined before the first job. */
  readonly noted: { readonly pages: NotedFact | undefined; readonly backups: NotedFact | undefined };
}

/** Renders the result of the last refresh, the published records and their age. */
export function renderDaily(frame: SignedInFrame, { run, coverage, source, noted }: DailyView): Html {
  const content = html`<section class="part"><h2>Last refresh</h2><div>${run ? renderRun(run) : html`<p>None yet.</p>`}</div></section>
${renderNoted(noted)}
${renderSource(source)}
${coverage ? renderPublished(coverage) : html`<section class="part"><h2>Published</h2><div><p>Nothing yet.</p></div></section>`}`;
  return renderInFrame(frame, { title: 'Daily report', part: DAILY, content });
}

function renderRun(run: RunSummary): Html {
  const { counts } = run;
  return html`${renderFacts([
    ['Outcome', html`${runOutcomeText(run)}`],
    ['Ended', renderMoment(run.finished_at)],
    ...(run.source === null ? [] : [['Source', html`${sourceText(run.source)}`] as const]),
    ['Files', html`${runFilesText(run)}`],
    ['Rows refused', html`${countText(run.rows_refused)}`],
    ['Verdicts', html`${runVerdictsText(run)}`],
    ['Records changed', html`${countText((counts?.written ?? 0) + (counts?.removed ?? 0))}`],
  ])}
<p><a href="/operator/imports/${run.id}">Run ${run.id}</a> · <a href="/operator/imports">All imports</a></p>`;
}

/**
 * Renders problems that would otherwise be noticed too late, such as damaged databases and missing backups.
 */
function renderNoted({ pages = {}, backups = {} }: DailyView['noted']): Html {
  const facts = [
    ...Object.entries(pages).map(
      ([database, { at, sound }]) =>
        [
          `Pages of the ${database}`,
          html`${sound === true ? 'Sound' : html`<span class="flag">Damaged</span> Restore a backup`} (${momentOf(at)})`,
        ] as const,
    ),
    ...Object.entries(backups).map(
      ([place, { newest, everyHours }]) =>
        [
          `Newest backup in the ${place}`,
          html`${newest === null ? html`<span class="flag">None</span>` : momentOf(newest)}, to be made ${everyNoun(Number(everyHours), 'hour')}`,
        ] as const,
    ),
  ];
  if (facts.length === 0) return html``;
  return html`<section class="part"><h2>Databases and backups</h2><div>${renderFacts(facts)}</div></section>`;
}

function momentOf(noted: unknown): Html | string {
  return typeof noted === 'string' ? renderMoment(noted) : 'at a time not noted';
}

function renderPublished(coverage: Coverage): Html {
  const { held_back: heldBack, set_aside: setAside, withdrawn, missing } = coverage;
  return html`<section class="part"><h2>Published</h2><div>${renderFacts([
    ['Version', html`${countText(coverage.version)}`],
    ['Published', renderMoment(coverage.published_at)],
    ['As of', html`${renderDay(coverage.as_of)}${coverage.as_of_chosen ? KEPT : ''}`],
    ['Newest file', renderDay(coverage.data_as_of)],
    ['Records', coverage.fictional ? 'Fictional' : 'Real'],
  ])}</div></section>
<h2>Age of the files in use</h2>
${renderAges(coverage)}
${heldBack.length === 0 ? '' : html`<h2>Refused</h2>${renderHeldBack(coverage)}`}
${renderDoubts(coverage)}
${withdrawn.length === 0 ? '' : html`<h2>Withdrawn</h2>${renderWithdrawn(coverage)}`}
${setAside.length === 0 ? '' : html`<h2>Set aside</h2>${renderSetAside(coverage)}`}
${missing.length === 0 ? '' : html`<h2>Never read</h2><ul>${missing.map((slot) => html`<li>${slot}</li>`)}</ul>`}
`;
}

const FIRST_FILE = html`<br><span class="small">First file: nothing to compare it with</span>`;

function renderAges({ files, as_of, not_refreshed, first_license_files }: Coverage): Html {
  if (files.length === 0) return html`<p>No file is in use.</p>`;
  const old = new Set(not_refreshed.map(({ slot }) => slot));
  const first = new Set(first_license_files);
  const rows = files.map(({ slot, name, file_date, checked_at, accepted }) => [
    html`${slot}${first.has(slot) ? FIRST_FILE : ''}`,
    html`${showHidden(name)}${accepted ? renderAcceptance(accepted) : ''}`,
    file_date === null ? 'None' : renderDay(file_date),
    file_date === null
      ? 'Not known'
      : html`${daysText(Math.max(0, daysBetween(file_date, as_of)))}${old.has(slot) ? html` <span class="flag">Not renewed</span>` : ''}`,
    renderMoment(checked_at),
  ]);
  const columns = ['Stands for', 'File', 'Newest day in it', 'Age', 'Last met'];
  return renderTable({ caption: 'Files in use', columns, rows });
}

function renderAcceptance({ because, released }: NonNullable<CoveredFile['accepted']>): Html {
  const bounds = released === null ? '' : html`<br>Bounds released: ${showHidden(released)}`;
  return html` <span class="flag">Accepted</span><br><span class="small">because: ${showHidden(because)}${bounds}</span>`;
}

function renderWithdrawn({ withdrawn }: Coverage): Html {
  const rows = withdrawn.map(({ name, slot, because, withdrawn_at, accepted_again_at }) => [
    html`${showHidden(name)}`,
    html`${slot}`,
    html`${showHidden(because)}`,
    renderMoment(withdrawn_at),
    accepted_again_at === null ? 'No' : renderMoment(accepted_again_at),
  ]);
  const columns = ['File', 'Stands for', 'Why', 'Withdrawn', 'Taken in again'];
  return renderTable({ caption: 'Files that an operator took back', columns, rows });
}

function renderSetAside({ set_aside: setAside }: Coverage): Html {
  const rows = setAside
    .slice(0, SET_ASIDE_SHOWN)
    .map(({ name, slot, file_date, read_at }) => [
      html`${showHidden(name)}`,
      html`${slot}`,
      file_date === null ? 'None' : renderDay(file_date),
      renderMoment(read_at),
    ]);
  const others = setAside.length - rows.length;
  const columns = ['File', 'Stands for', 'Newest day in it', 'Read'];
  return html`${renderTable({ caption: 'Files older than the file in use', columns, rows })}
${others > 0 ? html`<p class="small">And ${countText(others)} more, in <a href="/operator/imports">all imports</a>.</p>` : ''}`;
}

function renderHeldBack({ held_back }: Coverage): Html {
  const rows = held_back.map(({ name, slot, reason, read_at }) => [
    html`${showHidden(name)}`,
    html`${slot}`,
    html`${showHidden(reason)}`,
    renderMoment(read_at),
  ]);
  return renderTable({ caption: 'Refused files', columns: ['File', 'Stands for', 'Why', 'Read'], rows });
}

function renderDoubts({ files }: Coverage): Html {
  const rows = files.flatMap(({ name, slot, doubts }) =>
    doubts.map(({ text }) => [html`${showHidden(name)}`, html`${slot}`, html`${showHidden(text)}`]),
  );
  if (rows.length === 0) return html``;
  return html`<h2>Published with a doubt</h2>
${renderTable({ caption: 'What looks odd in files in use', columns: ['File', 'Stands for', 'What looks odd'], rows })}`;
}

/** Renders the source files, beginning with those that are missing, rejected or late. */
function renderSource(source: readonly SourceFileState[]): Html {
  if (source.length === 0) return html``;
  const problems = gatherProblems(source).map(({ name, problem, checkedAt }) => [
    html`${showHidden(name)}`,
    html`${showHidden(problem.what)}`,
    problem.records,
    html`${showHidden(problem.next)}`,
    renderMoment(checkedAt),
  ]);
  const good = source.filter(({ problem }) => problem === null);
  const unchanged = good.filter(({ outcome }) => outcome === 'unchanged').length;
  const columns = ['File', 'What happened', 'What it means for the records', 'What to do', 'Asked for'];
  return html`<h2>Files of the source</h2>
<p>${filesText(source.length)} expected: ${countText(good.length - unchanged)} new, ${countText(unchanged)} checked and unchanged, ${countText(source.length - good.length)} with a problem.</p>
${problems.length === 0 ? '' : renderTable({ caption: 'Files with a problem', columns, rows: problems })}`;
}
