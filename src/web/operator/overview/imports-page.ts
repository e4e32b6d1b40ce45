import type { RefusedRow, RunFile, RunSummary } from '../../../intake/log/runs-service.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageOf, plainAddress, rangeText, renderPlace } from '../../kit/paging.ts';
import { renderDay, renderMoment } from '../../kit/render-dates.ts';
import { renderInFrame } from './overview-page.ts';
import { renderFacts, renderTable } from './overview-table.ts';
import {
  countText,
  FILE_OUTCOMES,
  runFilesText,
  runOutcomeText,
  runVerdictsText,
  showHidden,
  sourceText,
} from './overview-texts.ts';

const IMPORTS = '/operator/imports';

/** Renders one page of runs with their results, newest first. */
export function renderRuns(
  frame: SignedInFrame,
  { runs, decided, list }: { runs: readonly RunSummary[]; decided: readonly RunFile[]; list: PageOf },
): Html {
  const rows = runs.map((run) => [
    html`<a href="${IMPORTS}/${run.id}">Run ${run.id}</a>`,
    renderMoment(run.finished_at),
    html`${runOutcomeText(run)}`,
    html`${renderDay(run.as_of)}`,
    html`${runFilesText(run)}`,
    html`${countText(run.rows_refused)}`,
    html`${runVerdictsText(run)}`,
    html`${run.counts === null ? 'None' : `${countText(run.counts.vendors)} (${countText(run.counts.written)} changed)`}`,
  ]);
  const columns = [
    'Run',
    'Ended',
    'Outcome',
    'As of',
    'Files',
    'Rows refused',
    'Verdicts',
    'Vendors on record',
  ];
  const content = html`<p class="lead">What the service read from the regulator’s files, newest first.</p>
${list.total === 0 ? html`<p>Nothing was imported yet.</p>` : ''}
${runs.length === 0 ? '' : renderTable({ caption: `Runs: ${rangeText(list)}`, columns, rows })}
${renderPlace(list, plainAddress(IMPORTS))}
${decided.length === 0 ? '' : renderDecided(decided)}
<p class="small">A run that broke off leaves nothing behind, so it is not in this list; the log of the service has it. Records as they are now: <a href="/operator/daily">daily report</a>.</p>`;
  return renderInFrame(frame, { title: 'Imports', part: IMPORTS, content });
}

/** Renders one run with its files. */
export function renderRun(frame: SignedInFrame, run: RunSummary, files: readonly RunFile[]): Html {
  const title = `Run ${run.id}`;
  const { counts } = run;
  const facts: (readonly [string, Html])[] = [
    ['Outcome', html`${runOutcomeText(run)}`],
    ['Started', renderMoment(run.started_at)],
    ['Ended', renderMoment(run.finished_at)],
    ['As of', renderDay(run.as_of)],
    ['Files', html`${runFilesText(run)}`],
  ];
  if (counts)
    facts.push(
      ['Verdicts', html`${runVerdictsText(run)}`],
      ['Version', html`${countText(counts.version)}`],
      ['Vendors on record', html`${countText(counts.vendors)}`],
      ['Records written', html`${countText(counts.written)}`],
      ['Records removed', html`${countText(counts.removed)}`],
    );
  const content = html`${renderFacts(facts)}
<h2>Files</h2>
${renderMissing(run)}
${files.length === 0 ? html`<p>This run read no new file.</p>` : renderFiles(run, files)}
<p class="small">A file that was met again unchanged stands with the run that read it first.</p>
<p class="small">To take a file back: <span class="code">npm run cli -- import --withdraw NUMBER --because REASON</span>. To take in a refused file that you have looked at: <span class="code">npm run cli -- import --accept PATH --because REASON</span>.</p>`;
  return renderInFrame(frame, { title, part: IMPORTS, content });
}

/** Renders the files that were expected from the source but are missing. */
function renderMissing({ source }: RunSummary): Html {
  if (source === null) return html``;
  const items = source.missing.map(
    ({ name, reason }) =>
      html`<li>${showHidden(name)}: <span class="small">${showHidden(reason)}</span></li>`,
  );
  return html`<p>${sourceText(source)}${items.length === 0 ? '.' : ':'}</p>
${items.length === 0 ? '' : html`<ul>${items}</ul>`}`;
}

/** Renders one page of the rejected rows in a file. */
export function renderRefusedRows(
  frame: SignedInFrame,
  file: RunFile,
  page: {
    readonly rows: readonly RefusedRow[];
    /** The line number after which the next page starts; undefined on the last page. */
    readonly next: number | undefined;
  },
): Html {
  const rows = page.rows.map(({ line, reason, content }) => [
    html`${countText(line)}`,
    html`<span class="code">${showHidden(reason)}</span>`,
    content === ''
      ? html`<span class="small">Not kept</span>`
      : html`<span class="code">${showHidden(content)}</span>`,
  ]);
  const columns = ['Line', 'Reason', 'What is kept of it'];
  const content = html`<p><a href="${IMPORTS}/${file.run_id}">Run ${file.run_id}</a></p>
<p class="lead">${showHidden(file.name)}: ${countText(file.rows_refused)} of ${countText(file.rows_read)} rows were refused.</p>
${rows.length === 0 ? html`<p>No row is kept here.</p>` : renderTable({ caption: 'Refused rows', columns, rows })}
${page.next === undefined ? '' : html`<p class="actions"><a href="${refusedAddress(file)}?after=${page.next}">Next rows</a></p>`}
<p class="small">All refused rows are counted, and at most 1,000 per file are kept. Line numbers include the titles, as in an editor. Codes and days are shown as they are; other values only by their shape (99 AAAA for 12 Main). Addresses, phone numbers and names are not shown: see the file itself.</p>`;
  return renderInFrame(frame, { title: 'Refused rows', part: IMPORTS, content });
}

function renderFiles(run: RunSummary, files: readonly RunFile[]): Html {
  const rows = files.map((file) => [
    renderFileName(file),
    html`${file.slot}`,
    renderOutcome(file),
    file.file_date === null ? 'None' : renderDay(file.file_date),
    html`${countText(file.rows_read)} read, ${countText(file.rows_kept)} kept, ${countText(file.rows_other)} of other licenses`,
    renderRefused(file),
  ]);
  const columns = ['File', 'Stands for', 'Outcome', 'Newest day in it', 'Rows', 'Refused'];
  return renderTable({ caption: `Files of run ${run.id}`, columns, rows });
}

/** Renders all files that an operator accepted or withdrew, regardless of the run. */
function renderDecided(files: readonly RunFile[]): Html {
  const rows = files.map((file) => [
    html`<a href="${IMPORTS}/${file.run_id}">Run ${file.run_id}</a>`,
    renderFileName(file),
    html`${file.slot}`,
    renderOutcome(file),
  ]);
  const columns = ['Read by', 'File', 'Stands for', 'Outcome'];
  return html`<h2>Accepted and withdrawn files</h2>${renderTable({ caption: 'Decided by operators', columns, rows })}`;
}

/** Renders a file's name with the identifiers that the command line accepts for it. */
function renderFileName({ id, name, sha256 }: RunFile): Html {
  return html`${showHidden(name)}<br><span class="small">File ${id}, SHA-256 <span class="code">${sha256.slice(0, 12)}</span></span>`;
}

function renderOutcome(file: RunFile): Html {
  const { reason } = file;
  const isAccepted = file.accepted_by !== null;
  const notes = [
    ...(isAccepted
      ? [
          html`Accepted ${renderMoment(file.read_at)} by ${showHidden(file.accepted_by ?? '')} because: ${showHidden(file.accepted_because ?? '')}`,
          reason === null
            ? html`It had been withdrawn, and breaks no bound.`
            : html`Bounds released: ${showHidden(reason)}`,
        ]
      : reason === null
        ? []
        : [html`${showHidden(reason)}`]),
    ...(file.withdrawn_at === null
      ? []
      : [
          html`Withdrawn ${renderMoment(file.withdrawn_at)} by ${showHidden(file.withdrawn_by ?? '')} because: ${showHidden(file.withdrawn_because ?? '')}`,
        ]),
  ];
  return html`${FILE_OUTCOMES[file.outcome] ?? file.outcome}${notes.map((note) => html`<br><span class="small">${note}</span>`)}`;
}

function renderRefused(file: RunFile): Html {
  if (file.rows_refused === 0) return html`None`;
  const reasons = Object.entries(file.refused_by_reason).map(
    ([reason, count]) => html`<li>${countText(count)} × <span class="code">${showHidden(reason)}</span></li>`,
  );
  return html`<a href="${refusedAddress(file)}">${countText(file.rows_refused)}<span class="visually-hidden"> refused rows of ${showHidden(file.name)}</span></a>
<ul>${reasons}</ul>`;
}

function refusedAddress({ run_id, id }: RunFile): string {
  return `${IMPORTS}/${run_id}/files/${id}`;
}
