import { INSURANCE } from '../../../ledger/documents/kinds.ts';
import type {
  ApplicantDocuments,
  ShownDocument,
  UsableAgain,
} from '../../../ledger/documents/own-documents.ts';
import { INSURER_LENGTH_MAX, type TypedUpload, uploadField } from '../../../ledger/documents/upload-form.ts';
import type { FieldErrors } from '../../../lib/checked.ts';
import { countNoun } from '../../../lib/text.ts';
import { renderDay } from '../../kit/dates.ts';
import { renderErrorSummary, renderFileInput, renderInput } from '../../kit/fields.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { ownAddress } from './private-link.ts';

export interface DocumentsPageState {
  readonly view: ApplicantDocuments;
  readonly token: string;
  readonly fictional: boolean | undefined;
  /** A sentence about what was just done. */
  readonly done?: string | undefined;
  /** What was refused: of which document, what was typed, and why. */
  readonly refused?:
    | { readonly code: string; readonly typed: Omit<TypedUpload, 'file'>; readonly errors: FieldErrors }
    | undefined;
}

/** What the organizer needs from the applicant, how each stands, and one form for each. */
export function renderApplicantDocuments(state: DocumentsPageState): Html {
  const { view, token, fictional, done, refused } = state;
  const { event, application, documents, refusal } = view;
  const errors = refused?.errors ?? {};
  const title = 'Documents';
  const main = html`<p class="kicker"><a href="${ownAddress('/application', token)}">Your application</a> · ${application.business_name} · ${event.name}</p>
<h1>${title}</h1>
${done === undefined ? '' : html`<p class="done" role="status">${done}</p>`}
${renderErrorSummary(withName(errors, documents, refused?.code))}
${refusal === null ? renderLead(documents) : html`<p class="lead">${refusal}</p>`}
${renderUseAgain(view.usable_again, token)}
${joinHtml(
  documents
    .filter((document) => refusal === null || document.state !== 'to_collect')
    .map((document) => renderDocument(document, state)),
  '\n',
)}
<p class="small">Only you and the organizer can open these files, as long as your application is open. We delete them a day after it is closed, and 90 days after the event.</p>`;
  return renderPage({
    title: refused ? `Error: ${title}` : title,
    description: 'Documents of your application',
    robots: 'noindex',
    fictional,
    main,
  });
}

function renderLead(documents: readonly ShownDocument[]): Html {
  const missing = documents.filter(({ state }) => state === 'to_collect' || state === 'rejected').length;
  const count = missing === 0 ? 'Nothing is missing.' : `${countNoun(missing, 'document')} still needed.`;
  return html`<p class="lead">${count} Each is one PDF, JPEG or PNG of at most 4 MB: a photo of the paper will do.</p>`;
}

function renderUseAgain(usable: readonly UsableAgain[], token: string): Html {
  if (usable.length === 0) return EMPTY_HTML;
  const items = usable.map(
    ({ name, expires_on, event_name }) =>
      html`<li>${name}${expires_on === null ? '' : html`, good until ${renderDay(expires_on)}`} <span class="small">confirmed for ${event_name}</span></li>`,
  );
  return html`<section class="part"><h2>Use again</h2><div>
<p>You are signed in as the verified owner of this license. Other organizers confirmed these for you; this organizer decides about them anew.</p>
<ul>${joinHtml(items, '\n')}</ul>
<form action="${ownAddress('/application/documents/use-again', token)}" method="post"><div class="actions"><button type="submit">Hand in ${usable.length === 1 ? 'this document' : `these ${usable.length} documents`}</button></div></form>
</div></section>`;
}

function renderDocument(document: ShownDocument, state: DocumentsPageState): Html {
  const { code, name, must_show, files } = document;
  const links = files.map(
    (file, index) =>
      html`<a href="${ownAddress(`/application/files/${file.id}`, state.token)}">Download ${index === 0 ? 'the file' : 'the earlier file'}<span class="visually-hidden">: ${name}</span></a>`,
  );
  return html`<section class="part" id="${code}"><h2>${name}</h2><div>
${renderStanding(document, state)}
${links.length > 0 ? html`<p class="small">${joinHtml(links, ' · ')}</p>` : ''}
${document.state === 'waived' || state.view.refusal !== null ? '' : html`<p class="small">Must show: ${must_show}</p>`}
${state.view.refusal === null && document.state !== 'waived' ? renderForm(document, state) : ''}
</div></section>`;
}

/** Open where something is needed; behind its summary where another file would only replace one. */
function renderForm(document: ShownDocument, { token, refused }: DocumentsPageState): Html {
  const { code, name, expiry, state } = document;
  const own = refused?.code === code ? refused : undefined;
  const field = (each: 'file' | 'expires_on' | 'insurer') => {
    const id = uploadField(code, each);
    return { name: id, error: own?.errors[id] };
  };
  const form = html`<form action="${ownAddress(`/application/documents/${code}`, token)}" method="post" enctype="multipart/form-data" novalidate>
${expiry === 'none' ? '' : renderInput({ ...field('expires_on'), label: 'Expires on', hint: 'The last day that the paper names.', type: 'date', required: expiry === 'required', value: own?.typed.expires_on ?? '' })}
${code === INSURANCE ? renderInput({ ...field('insurer'), label: 'Insurer', value: own?.typed.insurer ?? '', attributes: { maxlength: INSURER_LENGTH_MAX } }) : ''}
${renderFileInput({ ...field('file'), label: 'File', required: true })}
<div class="actions"><button type="submit">Send<span class="visually-hidden">: ${name}</span></button></div>
</form>`;
  if (state === 'to_collect' || state === 'rejected' || own) return form;
  return html`<details><summary>Send another one</summary>${form}</details>`;
}

/** How the document stands, in a sentence, and what is wrong with it. */
function renderStanding({ code, state, why, detail }: ShownDocument, { view }: DocumentsPageState): Html {
  if (state === 'to_collect') return html`<p><strong>Still needed.</strong> ${why}</p>`;
  const again =
    state === 'rejected' && view.refusal === null ? html` <strong>Another one is needed.</strong>` : '';
  const blocked =
    code === INSURANCE && view.block !== null ? html`<p><strong>${view.block}</strong></p>` : '';
  return html`<p>${detail}${again}</p>${blocked}`;
}

/** Errors with the document that they are about: the page has a form for each. */
function withName(
  errors: FieldErrors,
  documents: readonly ShownDocument[],
  code: string | undefined,
): FieldErrors {
  const name = documents.find((each) => each.code === code)?.name;
  if (name === undefined) return errors;
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, `${name}: ${text}`]));
}
