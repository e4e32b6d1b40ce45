import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { INSURANCE } from '../../../organizer/documents/kinds.ts';
import { STATEMENT_SWITCHES } from '../../../organizer/documents/messages.ts';
import type { ApplicantDocuments, ShownDocument } from '../../../organizer/documents/own-documents.ts';
import {
  isStatementCode,
  POWER_FIELD,
  POWER_LENGTH_MAX,
  SIGNER_FIELD,
  SIGNER_LENGTH_MAX,
  statementField,
} from '../../../organizer/documents/upload/statements.ts';
import { INSURER_LENGTH_MAX, uploadField } from '../../../organizer/documents/upload/upload-form.ts';
import { renderErrorSummary, renderFileInput, renderInput } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { APPLICANT_DOCUMENTS } from './applicant-messages.ts';
import { ownAddress } from './private-address.ts';

export interface DocumentsPageState {
  readonly view: ApplicantDocuments;
  readonly token: string;
  readonly fictional: boolean | undefined;
  readonly language: Language;
  /** A sentence that confirms the last change. */
  readonly done?: string | undefined;
  /** The typed values and their errors, by field. Documents that do not have an error were stored. */
  readonly refused?: { readonly typed: URLSearchParams; readonly errors: FieldErrors } | undefined;
}

/** Renders the documents that the organizer needs, in a single form. */
export function renderApplicantDocuments(state: DocumentsPageState): Html {
  const { view, token, fictional, done, refused, language } = state;
  const t = APPLICANT_DOCUMENTS[language];
  const { event, application, documents, refusal } = view;
  const title = t.title;
  const main = html`<p class="kicker"><a href="${ownAddress('/application', token)}">${t.yourApplication}</a> · ${application.business_name} · ${event.name}</p>
<h1>${title}</h1>
${done === undefined ? '' : html`<p class="done" role="status">${done}</p>`}
${renderErrorSummary(withNames(refused?.errors ?? {}, documents), language)}
${refusal === null ? renderLead(documents, language) : html`<p class="lead">${refusal}</p>`}
${renderUseAgain(state)}
${refusal === null ? renderForm(state) : renderSent(state)}
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

function isNeeded({ state }: ShownDocument): boolean {
  return state === 'to_collect' || state === 'rejected';
}

function renderLead(documents: readonly ShownDocument[], language: Language): Html {
  const t = APPLICANT_DOCUMENTS[language];
  const missing = documents.filter(isNeeded).length;
  if (missing === 0) return html`<p class="lead">${t.nothingMissing}</p>`;
  return html`<p class="lead">${t.stillNeeded({ count: missing })} ${t.format}</p>`;
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

/**
 * Renders a single form for all documents. Documents that are still needed come first, and submitted
 * documents are collapsed.
 */
function renderForm(state: DocumentsPageState): Html {
  const { view, token, language } = state;
  const t = APPLICANT_DOCUMENTS[language];
  const asked = view.documents.filter((document) => isNeeded(document) || hasError(document, state));
  const sent = view.documents.filter((document) => !asked.includes(document));
  const renderRows = (documents: readonly ShownDocument[]) =>
    joinHtml(
      documents.map((document) => renderDocument(document, state)),
      '\n',
    );
  const mayState = asked.some(({ code }) => isStatementCode(code));
  // A document's fields come before its file, because the file is stored as soon as it has been read.
  return html`<form data-documents="${t.shrinking}" action="${ownAddress('/application/documents', token)}" method="post" enctype="multipart/form-data" novalidate>
${renderRows(asked)}
${mayState ? renderSigner(state) : ''}
${asked.length > 0 ? html`<div class="send-all"><button type="submit">${t.sendAll}</button></div>` : ''}
${sent.length > 0 ? html`<h2>${t.sent}</h2>${renderRows(sent)}` : ''}
${asked.length > 0 ? '' : html`<div class="actions"><button type="submit" class="quiet">${t.sendAll}</button></div>`}
</form>`;
}

/** Renders the submitted documents for an application that no longer accepts documents. */
function renderSent(state: DocumentsPageState): Html {
  const sent = state.view.documents.filter((document) => document.state !== 'to_collect');
  return joinHtml(
    sent.map((document) => renderDocument(document, state)),
    '\n',
  );
}

function hasError({ code }: ShownDocument, { refused }: DocumentsPageState): boolean {
  return Object.keys(refused?.errors ?? {}).some((field) => field.startsWith(`${code}_`));
}

function renderDocument(document: ShownDocument, state: DocumentsPageState): Html {
  const t = APPLICANT_DOCUMENTS[state.language];
  const { code, name, why, must_show, files } = document;
  const isOpen = state.view.refusal === null && document.state !== 'waived';
  const links = files.map(
    (file, index) =>
      html`<a href="${ownAddress(`/application/files/${file.id}`, state.token)}">${index === 0 ? t.download : t.downloadEarlier}<span class="visually-hidden">: ${name}</span></a>`,
  );
  const about = html`<details class="small"><summary>${t.mustShowTitle}<span class="visually-hidden">: ${name}</span></summary><p>${must_show}</p><p>${why}</p></details>`;
  return html`<section class="part document-row" id="${code}"><h2>${name}</h2><div>
${renderStanding(document, state)}
${links.length > 0 ? html`<p class="small">${joinHtml(links, ' · ')}</p>` : ''}
${isOpen ? renderFields(document, state) : ''}
${isOpen ? about : ''}
</div></section>`;
}

/**
 * Renders the fields for a document. They are visible if the document is needed, and collapsed if a new file
 * would only replace an earlier one.
 */
function renderFields(document: ShownDocument, state: DocumentsPageState): Html {
  const { view, refused, language } = state;
  const t = APPLICANT_DOCUMENTS[language];
  const { code, expiry } = document;
  const suggested = view.suggested.get(code);
  const field = (each: 'file' | 'expires_on' | 'insurer') => {
    const name = uploadField(code, each);
    return { name, error: refused?.errors[name], language };
  };
  const typedIn = (each: 'expires_on' | 'insurer') =>
    refused?.typed.get(uploadField(code, each)) ?? suggested?.[each] ?? '';
  const day = renderInput({
    ...field('expires_on'),
    label: t.expires,
    type: 'date',
    required: expiry === 'required',
    value: typedIn('expires_on'),
  });
  const insurer = renderInput({
    ...field('insurer'),
    label: t.insurer,
    value: typedIn('insurer'),
    attributes: { maxlength: INSURER_LENGTH_MAX },
  });
  const fields = html`${renderSwitch(document, state)}<div class="document-fields">
${renderFileInput({ ...field('file'), label: t.file, required: true })}
</div>`;
  const withDay = html`<div class="document-entries">${expiry === 'none' ? '' : day}${code === INSURANCE ? insurer : ''}</div>${fields}`;
  if (isNeeded(document) || hasError(document, state)) return withDay;
  return html`<details><summary>${t.sendAnother}<span class="visually-hidden">: ${document.name}</span></summary>${withDay}</details>`;
}

/** Renders a statement that the applicant can sign with a name instead of submitting a document. */
function renderSwitch({ code }: ShownDocument, { refused, language }: DocumentsPageState): Html {
  if (!isStatementCode(code)) return EMPTY_HTML;
  const t = APPLICANT_DOCUMENTS[language];
  const name = statementField(code);
  const isOn = refused?.typed.get(name) === 'yes';
  const power = renderInput({
    name: POWER_FIELD,
    label: t.power,
    required: true,
    value: refused?.typed.get(POWER_FIELD) ?? '',
    error: refused?.errors[POWER_FIELD],
    attributes: { maxlength: POWER_LENGTH_MAX },
    language,
  });
  return html`<div class="choice switch"><input type="checkbox" id="${name}" name="${name}" value="yes"${isOn ? ' checked' : ''}><label for="${name}">${STATEMENT_SWITCHES[language][code]}</label></div>
${code === 'generator_details' ? html`<div class="if-on">${power}</div>` : ''}`;
}

function renderSigner({ view, refused, language }: DocumentsPageState): Html {
  const t = APPLICANT_DOCUMENTS[language];
  const name = renderInput({
    name: SIGNER_FIELD,
    label: t.signer,
    hint: t.signerHint,
    neededSometimes: true,
    autocomplete: 'name',
    value: refused?.typed.get(SIGNER_FIELD) ?? view.application.contact_name,
    error: refused?.errors[SIGNER_FIELD],
    attributes: { maxlength: SIGNER_LENGTH_MAX },
    language,
  });
  return html`<section class="part signer"><h2>${t.signature}</h2><div>${name}</div></section>`;
}

/**
 * Renders the document's state in a sentence, including any problem. Renders nothing before the document is
 * submitted, because the form makes that clear.
 */
function renderStanding(
  { code, state, detail }: ShownDocument,
  { view, language }: DocumentsPageState,
): Html {
  const t = APPLICANT_DOCUMENTS[language];
  if (state === 'to_collect') return EMPTY_HTML;
  const again = state === 'rejected' && view.refusal === null ? html` <strong>${t.another}</strong>` : '';
  const blocked =
    code === INSURANCE && view.block !== null ? html`<p><strong>${view.block}</strong></p>` : '';
  return html`<p>${detail}${again}</p>${blocked}`;
}

/** Adds the document's name to the beginning of each error. */
function withNames(errors: FieldErrors, documents: readonly ShownDocument[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, text]) => {
      const name = documents.find(({ code }) => field.startsWith(`${code}_`))?.name;
      return [field, name === undefined ? text : `${name}: ${text}`];
    }),
  );
}
