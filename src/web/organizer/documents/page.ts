import type { FieldErrors } from '../../../lib/field-errors.ts';
import { allDaysOfEvent } from '../../../organizer/applications/days-of-event.ts';
import type { ApplicationStatus } from '../../../organizer/applications/schemas.ts';
import {
  describeCoverage,
  HOLDER_LENGTH_MAX,
  type TypedCoverage,
  toTypedCoverage,
} from '../../../organizer/documents/insurance-coverage.ts';
import { INSURANCE } from '../../../organizer/documents/kinds.ts';
import type { OrganizerDocuments, ShownDocument } from '../../../organizer/documents/own-documents.ts';
import type { DocumentAction, HistoryLine } from '../../../organizer/documents/review/history.ts';
import {
  type DecisionField,
  type DocumentDecision,
  REASON_LENGTH_MAX,
} from '../../../organizer/documents/review/organizer-documents-service.ts';
import { isOverridden } from '../../../organizer/documents/states.ts';
import { READ_ONLY } from '../../../organizer/events/event-access.ts';
import { DOCUMENT_STATES_FOR_ORGANIZER } from '../../kit/applications/document-names.ts';
import { renderChoices, renderErrorSummary, renderInput, renderTextarea } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderZoned } from '../../kit/render-dates.ts';
import { applicationAddress } from '../applications/application-page.ts';
import { inboxAddress } from '../applications/inbox-addresses.ts';

export interface OrganizerDocumentsState {
  readonly view: OrganizerDocuments;
  readonly account: { readonly name: string };
  readonly fictional: boolean | undefined;
  readonly done?: string | undefined;
  /**
   * The code of the document that the address names. If there is none, the first pending document is shown.
   */
  readonly chosen?: string;
  /** The code of the document that was just decided. */
  readonly was?: string;
  readonly refused?:
    | {
        readonly code: string;
        readonly decision: DocumentDecision;
        readonly typed: { readonly expires_on: string; readonly reason: string } & Partial<TypedCoverage>;
        readonly errors: FieldErrors;
      }
    | undefined;
}

/**
 * Returns the name for a field in one of a document's decision forms. Names are unique across all forms on
 * the page.
 */
export function decisionField(code: string, decision: DocumentDecision, field: DecisionField): string {
  return `${code}_${decision}_${field}`;
}

/** Renders an application's documents: the files, the organizer's actions and the history. */
export function renderOrganizerDocuments(state: OrganizerDocumentsState): Html {
  const { view, account, fictional, done, refused } = state;
  const { event, application, documents, history, may_decide, is_closed, is_blocked } = view;
  const title = `Documents: ${application.business_name}`;
  const shown = chooseShown(state);
  const about = documents.find(({ code }) => code === state.was);
  const main = html`<p class="kicker"><a href="${inboxAddress(event)}">Applications</a> · <a href="${applicationAddress(event, application)}">${application.business_name}</a> · ${event.name}</p>
<h1>Documents</h1>
${done === undefined ? '' : html`<p class="done" role="status">${about === undefined ? '' : `${about.name}: `}${done}</p>`}
${renderErrorSummary(refused?.errors ?? {})}
${is_blocked ? renderBlock(application.status, may_decide) : ''}
${is_closed ? html`<p>This application is closed: no one can open its files, and we delete them within a day or so.</p>` : may_decide ? '' : html`<p>${READ_ONLY}</p>`}
${shown ? renderDocument(shown, state) : ''}
${renderNames(documents, state, shown)}
<details class="part"><summary>History</summary>${renderHistory(history, documents, event.timezone)}</details>`;
  return renderPage({
    title: refused ? `Error: ${title}` : title,
    description: title,
    fictional,
    current: '/organizer',
    account,
    main,
  });
}

/** Renders a warning that the insurance ends too early. A confirmed spot stays confirmed. */
function renderBlock(status: ApplicationStatus, mayDecide: boolean): Html {
  const accept = mayDecide
    ? 'you accept this one and say why'
    : 'somebody who manages the event accepts this one and says why';
  return status === 'confirmed'
    ? html`<p><strong>The insurance ends before the event’s last day.</strong> The spot is confirmed and stays so. What is still needed is one that covers every day, unless ${accept}.</p>`
    : html`<p><strong>The insurance ends before the event’s last day: this spot cannot be confirmed</strong> until there is one that covers it, or ${accept}.</p>`;
}

/**
 * Returns the document to show: the document with an error, the one that the address names, or the first
 * pending document.
 */
function chooseShown({ view, chosen, was, refused }: OrganizerDocumentsState): ShownDocument | undefined {
  const { documents, is_blocked } = view;
  const named = documents.find(({ code }) => code === (refused?.code ?? chosen));
  if (named) return named;
  const waiting = documents.find(({ state }) => state === 'received');
  const blocking = is_blocked ? documents.find(({ code }) => code === INSURANCE) : undefined;
  return waiting ?? blocking ?? documents.find(({ code }) => code === was) ?? documents[0];
}

/** Renders links to all documents, with the state of each. */
function renderNames(
  documents: readonly ShownDocument[],
  { view }: OrganizerDocumentsState,
  shown: ShownDocument | undefined,
): Html {
  const done = documents.filter(({ state }) => state === 'confirmed' || state === 'waived').length;
  const items = documents.map(({ code, name, state }) => {
    const current = code === shown?.code ? html` aria-current="page"` : '';
    return html`<li><a href="${documentAddress(view, code)}"${current}>${name}</a> <span class="state state-${state}">${DOCUMENT_STATES_FOR_ORGANIZER[state]}</span></li>`;
  });
  return html`<nav class="tasks no-print" aria-labelledby="all"><h2 id="all">${done} of ${documents.length} done</h2><ul>${joinHtml(items, '\n')}</ul></nav>`;
}

/** Returns the address that opens one of the documents. */
function documentAddress(view: OrganizerDocuments, code: string): string {
  return `${documentsAddress(view)}?document=${encodeURIComponent(code)}#${encodeURIComponent(code)}`;
}

/** Renders a document, with its file on the left and the actions on the right. */
function renderDocument(document: ShownDocument, state: OrganizerDocumentsState): Html {
  const { code, name, detail, insurer, files, standing } = document;
  const address = documentsAddress(state.view);
  const links = files.map(
    (file, index) =>
      html`<a href="${address}/${file.id}/file">Download ${index === 0 ? 'the file' : `the ${file.state === 'confirmed' ? 'earlier' : 'rejected'} file`}<span class="visually-hidden">: ${name}</span></a>`,
  );
  const [first] = files;
  const preview =
    first === undefined
      ? html`<p class="empty">No file to show.</p>`
      : html`<a href="${address}/${first.id}/preview"><img src="${address}/${first.id}/preview" alt="Preview of the file: ${name}. If it cannot be shown, download it."></a>`;
  const coverage = standing.row ? describeCoverage(standing.row) : '';
  return html`<section class="paper" id="${code}"><h2>${name}</h2>
<figure class="preview">${preview}${links.length > 0 ? html`<figcaption class="small">${joinHtml(links, ' · ')}. Of a PDF, the first three pages are shown.</figcaption>` : ''}</figure>
<div class="card">
<p>${detail}</p>
${insurer === '' ? '' : html`<p>Insurer, by the applicant’s word: ${insurer}</p>`}
${coverage === '' ? '' : html`<p>${coverage}</p>`}
${renderRest(document, state)}
</div></section>`;
}

/** Renders what the document must show, and the actions that the reader may take on it. */
function renderRest(document: ShownDocument, state: OrganizerDocumentsState): Html {
  return html`<p class="small">Must show: ${document.must_show}</p>
${state.view.may_decide ? renderDecisions(document, state) : ''}`;
}

/** Returns the address of an application's documents page. Its forms post to addresses below it. */
function documentsAddress({ event, application }: Pick<OrganizerDocuments, 'event' | 'application'>): string {
  return `${applicationAddress(event, application)}/documents`;
}

function renderDecisions(document: ShownDocument, state: OrganizerDocumentsState): Html {
  const { standing } = document;
  if (document.state === 'waived')
    return renderForm(document, state, 'unwaive', { button: 'Ask for it after all', style: 'quiet' });
  const newest = newestOf(document);
  const canConfirm = newest !== undefined && newest.state !== 'confirmed';
  const waive = renderReasonForm(document, state, 'waive', {
    summary: 'Waive it',
    hint: 'Why you don’t need this document from this vendor. The applicant sees it, and it goes into the event file.',
    button: 'Waive',
  });
  const reject =
    newest && newest.state !== 'rejected'
      ? renderReasonForm(document, state, 'reject', {
          summary: 'Reject it',
          hint: 'We email it to the applicant.',
          button: 'Reject and send',
        })
      : '';
  const last = allDaysOfEvent(state.view.event).last;
  const row = standing.row;
  const endsEarly = row !== undefined && row.expires_on !== null && row.expires_on < last;
  const override =
    document.code === INSURANCE && endsEarly && !isOverridden(row, last)
      ? renderReasonForm(document, state, 'override', {
          summary: 'Accept it although it ends before the event',
          hint: 'Why you accept it. The applicant sees your reason. It is also saved in the history, the event file and the spreadsheet, and applies to this file and these days of the event.',
          button: 'Accept it',
        })
      : '';
  return html`<div class="handle">${canConfirm ? renderConfirm(document, state) : ''}${override}${reject}${waive}</div>`;
}

/**
 * Returns the newest file. This is not the file in force if a newer file was rejected after an older one was
 * confirmed.
 */
function newestOf({ standing: { row, beside } }: ShownDocument) {
  return beside?.state === 'rejected' ? beside : row;
}

function renderConfirm(document: ShownDocument, state: OrganizerDocumentsState): Html {
  const { code, expiry } = document;
  const name = decisionField(code, 'confirm', 'expires_on');
  const own = ownRefusal(document, state, 'confirm');
  const written = newestOf(document)?.expires_on ?? '';
  const field =
    expiry === 'none'
      ? EMPTY_HTML
      : renderInput({
          name,
          label: 'Expires on',
          type: 'date',
          required: expiry === 'required',
          hint:
            written === ''
              ? 'As the paper says.'
              : 'The applicant’s day: correct it if the paper says another.',
          value: own?.typed.expires_on ?? written,
          error: own?.errors[name],
        });
  const coverage = code === INSURANCE ? renderCoverage(document, own) : EMPTY_HTML;
  return renderForm(document, state, 'confirm', {
    field: html`${field}${coverage}`,
    button: 'Confirm',
    style: '',
  });
}

/** Renders the fields for other facts on a certificate of insurance. All of them are optional. */
function renderCoverage(document: ShownDocument, own: OrganizerDocumentsState['refused']): Html {
  const row = newestOf(document);
  const noted = row ? toTypedCoverage(row) : undefined;
  const field = (name: keyof TypedCoverage) => {
    const id = decisionField(document.code, 'confirm', name);
    return { name: id, error: own?.errors[id], value: own?.typed[name] ?? noted?.[name] ?? '' };
  };
  const { value: insured, ...insuredField } = field('additional_insured');
  return html`${renderInput({ ...field('each_occurrence'), label: 'Limit for each occurrence, in dollars', attributes: { inputmode: 'numeric', maxlength: 20 } })}
${renderChoices({
  ...insuredField,
  label: 'Are you an additional insured?',
  choices: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
  chosen: [insured],
})}
${renderInput({ ...field('certificate_holder'), label: 'Certificate holder', attributes: { maxlength: HOLDER_LENGTH_MAX } })}`;
}

function renderReasonForm(
  document: ShownDocument,
  state: OrganizerDocumentsState,
  decision: 'reject' | 'waive' | 'override',
  texts: { readonly summary: string; readonly hint: string; readonly button: string },
): Html {
  const name = decisionField(document.code, decision, 'reason');
  const own = ownRefusal(document, state, decision);
  const field = renderTextarea({
    name,
    label: 'Reason',
    hint: texts.hint,
    required: true,
    rows: 3,
    maxLength: REASON_LENGTH_MAX,
    value: own?.typed.reason,
    error: own?.errors[name],
  });
  const form = renderForm(document, state, decision, { field, button: texts.button, style: 'quiet' });
  return html`<details${own ? html` open` : ''}><summary>${texts.summary}<span class="visually-hidden">: ${document.name}</span></summary>${form}</details>`;
}

function renderForm(
  document: ShownDocument,
  { view }: OrganizerDocumentsState,
  decision: DocumentDecision,
  { field = EMPTY_HTML, button, style }: { field?: Html; button: string; style: string },
): Html {
  const file = decision === 'override' ? document.standing.row : newestOf(document);
  return html`<form class="no-print" action="${documentsAddress(view)}/${decision}" method="post" novalidate>
<input type="hidden" name="code" value="${document.code}"><input type="hidden" name="file" value="${file?.id ?? ''}">
${field}
<div class="actions"><button${style === '' ? '' : html` class="${style}"`} type="submit">${button}<span class="visually-hidden">: ${document.name}</span></button></div>
</form>`;
}

function ownRefusal(
  { code }: ShownDocument,
  { refused }: OrganizerDocumentsState,
  decision: DocumentDecision,
): OrganizerDocumentsState['refused'] {
  return refused?.code === code && refused.decision === decision ? refused : undefined;
}

const ACTIONS: Readonly<Record<DocumentAction, string>> = {
  uploaded: 'received',
  used_again: 'handed in again, from',
  confirmed: 'confirmed',
  rejected: 'rejected',
  waived: 'waived',
  waiver_ended: 'asked for after all',
  overridden: 'accepted even though it expires before the event is over',
  deleted: 'deleted, because the application was closed',
};
const WITH_REASON: readonly DocumentAction[] = ['rejected', 'waived', 'overridden'];

function renderHistory(
  history: readonly HistoryLine[],
  documents: readonly ShownDocument[],
  timezone: string,
): Html {
  if (history.length === 0) return html`<p>Nothing yet.</p>`;
  const names = new Map(documents.map(({ code, name }) => [code, name]));
  const items = history.map(({ at, done_by, name, code, action, detail }) => {
    const who =
      done_by === 'organizer'
        ? (name ?? 'The organizer')
        : done_by === 'applicant'
          ? 'The applicant'
          : 'This service';
    const reason =
      WITH_REASON.includes(action) && detail !== '' ? html`<blockquote><p>${detail}</p></blockquote>` : '';
    const rest = reason === '' && detail !== '' ? html` (${detail})` : '';
    return html`<li><strong>${names.get(code) ?? code}</strong>: ${ACTIONS[action]}${rest} <span class="small">${who}, ${renderZoned(at, timezone)}</span>${reason}</li>`;
  });
  return html`<ul class="history">${joinHtml(items, '\n')}</ul>`;
}
