import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { INSURANCE } from '../../../organizer/documents/kinds.ts';
import type { ApplicantDocuments, ShownDocument } from '../../../organizer/documents/own-documents.ts';
import {
  INSURER_LENGTH_MAX,
  type TypedUpload,
  uploadField,
} from '../../../organizer/documents/upload/upload-form.ts';
import { renderErrorSummary, renderFileInput, renderInput } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { strong } from '../../kit/tags.ts';
import { APPLICANT_DOCUMENTS } from './applicant-messages.ts';
import { ownAddress } from './private-address.ts';

export interface DocumentsPageState {
  readonly view: ApplicantDocuments;
  readonly token: string;
  readonly fictional: boolean | undefined;
  readonly language: Language;
  /** A sentence about what was just done. */
  readonly done?: string | undefined;
  /** What was refused: of which document, what was typed, and why. */
  readonly refused?:
    | { readonly code: string; readonly typed: Omit<TypedUpload, 'file'>; readonly errors: FieldErrors }
    | undefined;
}

/** What the organizer needs from the applicant, how each stands, and one form for each. */
export function renderApplicantDocuments(state: DocumentsPageState): Html {
  const { view, token, fictional, done, refused, language } = state;
  const t = APPLICANT_DOCUMENTS[language];
  const { event, application, documents, refusal } = view;
  const errors = refused?.errors ?? {};
  const title = t.title;
  const main = html`<p class="kicker"><a href="${ownAddress('/application', token)}">${t.yourApplication}</a> · ${application.business_name} · ${event.name}</p>
<h1>${title}</h1>
${done === undefined ? '' : html`<p class="done" role="status">${done}</p>`}
${renderErrorSummary(withName(errors, documents, refused?.code), language)}
${refusal === null ? renderLead(documents, language) : html`<p class="lead">${refusal}</p>`}
${renderUseAgain(state)}
${joinHtml(
  documents
    .filter((document) => refusal === null || document.state !== 'to_collect')
    .map((document) => renderDocument(document, state)),
  '\n',
)}
<p class="small">${t.whoOpens}</p>`;
  return renderPage({
    title: refused ? `Error: ${title}` : title,
    description: t.description,
    language,
    robots: 'noindex',
    fictional,
    main,
  });
}

function renderLead(documents: readonly ShownDocument[], language: Language): Html {
  const t = APPLICANT_DOCUMENTS[language];
  const missing = documents.filter(({ state }) => state === 'to_collect' || state === 'rejected').length;
  const count = missing === 0 ? t.nothingMissing : t.stillNeeded({ count: missing });
  return html`<p class="lead">${count} ${t.format}</p>`;
}

function renderUseAgain({ view, token, language }: DocumentsPageState): Html {
  const t = APPLICANT_DOCUMENTS[language];
  const { usable_again: usable } = view;
  if (usable.length === 0) return EMPTY_HTML;
  const items = usable.map(({ name, expires_on, event_name }) => {
    const good = expires_on === null ? name : t.goodUntil({ name, day: renderDay(expires_on, language) });
    return html`<li>${good} <span class="small">${t.confirmedFor({ event: event_name })}</span></li>`;
  });
  return html`<section class="part"><h2>${t.useAgain}</h2><div>
<p>${t.useAgainWhy}</p>
<ul>${joinHtml(items, '\n')}</ul>
<form action="${ownAddress('/application/documents/use-again', token)}" method="post"><div class="actions"><button type="submit">${t.handIn({ count: usable.length })}</button></div></form>
</div></section>`;
}

function renderDocument(document: ShownDocument, state: DocumentsPageState): Html {
  const t = APPLICANT_DOCUMENTS[state.language];
  const { code, name, must_show, files } = document;
  const links = files.map(
    (file, index) =>
      html`<a href="${ownAddress(`/application/files/${file.id}`, state.token)}">${index === 0 ? t.download : t.downloadEarlier}<span class="visually-hidden">: ${name}</span></a>`,
  );
  return html`<section class="part" id="${code}"><h2>${name}</h2><div>
${renderStanding(document, state)}
${links.length > 0 ? html`<p class="small">${joinHtml(links, ' · ')}</p>` : ''}
${document.state === 'waived' || state.view.refusal !== null ? '' : html`<p class="small">${t.mustShow({ text: must_show })}</p>`}
${state.view.refusal === null && document.state !== 'waived' ? renderForm(document, state) : ''}
</div></section>`;
}

/** Open where something is needed; behind its summary where another file would only replace one. */
function renderForm(document: ShownDocument, { token, refused, language }: DocumentsPageState): Html {
  const t = APPLICANT_DOCUMENTS[language];
  const { code, name, expiry, state } = document;
  const own = refused?.code === code ? refused : undefined;
  const field = (each: 'file' | 'expires_on' | 'insurer') => {
    const id = uploadField(code, each);
    return { name: id, error: own?.errors[id], language };
  };
  const form = html`<form action="${ownAddress(`/application/documents/${code}`, token)}" method="post" enctype="multipart/form-data" novalidate>
${expiry === 'none' ? '' : renderInput({ ...field('expires_on'), label: t.expires, hint: t.expiresHint, type: 'date', required: expiry === 'required', value: own?.typed.expires_on ?? '' })}
${code === INSURANCE ? renderInput({ ...field('insurer'), label: t.insurer, value: own?.typed.insurer ?? '', attributes: { maxlength: INSURER_LENGTH_MAX } }) : ''}
${renderFileInput({ ...field('file'), label: t.file, required: true })}
<div class="actions"><button type="submit">${t.send}<span class="visually-hidden">: ${name}</span></button></div>
</form>`;
  if (state === 'to_collect' || state === 'rejected' || own) return form;
  return html`<details><summary>${t.sendAnother}</summary>${form}</details>`;
}

/** How the document stands, in a sentence, and what is wrong with it. */
function renderStanding(
  { code, state, why, detail }: ShownDocument,
  { view, language }: DocumentsPageState,
): Html {
  const t = APPLICANT_DOCUMENTS[language];
  if (state === 'to_collect') return html`<p>${t.needed({ strong, why })}</p>`;
  const again = state === 'rejected' && view.refusal === null ? html` <strong>${t.another}</strong>` : '';
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
