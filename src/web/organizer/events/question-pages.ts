import type { FieldErrors } from '../../../lib/field-errors.ts';
import { isChoice, LABEL_LENGTH_MAX, type QuestionFields } from '../../../organizer/events/form/questions.ts';
import { QUESTION_TYPES, type Question, type QuestionType } from '../../../organizer/events/schemas.ts';
import type { EventOverview } from '../../../organizer/events/service.ts';
import {
  renderChoices,
  renderErrorSummary,
  renderInput,
  renderSelect,
  renderTextarea,
} from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';

/** Names for the types of answers. */
const QUESTION_TYPE_NAMES: Readonly<Record<QuestionType, string>> = {
  text: 'One line of text',
  long_text: 'Several lines of text',
  number: 'A number',
  yes_no: 'Yes or no',
  date: 'A date',
  choice: 'One of several options',
  several_choices: 'Any of several options',
};

export const EMPTY_QUESTION: QuestionFields = { label: '', type: 'text', required: false, options: '' };

/** Renders the event's questions in order, followed by a form for a new question. */
export function renderQuestions(
  options: SignedInFrame & {
    readonly overview: EventOverview;
    readonly fields: QuestionFields;
    readonly errors: FieldErrors;
  },
): Html {
  const { overview, fields, errors } = options;
  const { event, editRefusal } = overview;
  const address = `/organizer/events/${event.id}/questions`;
  const main = html`${renderHead(overview, 'Questions for vendors')}
${renderErrorSummary(errors)}
<p class="lead">Name, license and contact are always asked for. Add what else you need to know.</p>
<div id="form">${event.questions.length === 0 ? html`<p>No questions yet.</p>` : renderTable(overview, address)}</div>
${editRefusal === undefined ? renderForm({ action: address, heading: 'Add a question', button: 'Add', fields, errors }) : html`<p>${editRefusal}</p>`}`;
  return renderFrame(options, 'Questions for vendors', errors, main);
}

/** Renders the form for changing a question. */
export function renderQuestion(
  options: SignedInFrame & {
    readonly overview: EventOverview;
    readonly questionId: string;
    readonly fields: QuestionFields;
    readonly errors: FieldErrors;
  },
): Html {
  const { overview, questionId, fields, errors } = options;
  const address = `/organizer/events/${overview.event.id}/questions`;
  const main = html`${renderHead(overview, 'Edit a question')}
${renderErrorSummary(errors)}
<p>Answers that were given already stay as they are, under the question as it was asked.</p>
<div id="form">${renderForm({ action: `${address}/${questionId}`, heading: '', button: 'Save', fields, errors })}</div>
<p><a href="${address}">Back without saving</a></p>`;
  return renderFrame(options, 'Edit a question', errors, main);
}

/**
 * Renders the confirmation page for removing a question. Confirmation is required because the question's text
 * and options would have to be retyped.
 */
export function renderQuestionRemoval(
  options: SignedInFrame & { readonly overview: EventOverview; readonly question: Question },
): Html {
  const { overview, question } = options;
  const address = `/organizer/events/${overview.event.id}/questions`;
  const title = 'Remove this question?';
  const main = html`${renderHead(overview, title)}
<p class="lead">${question.label}</p>
<p>Vendors are no longer asked this. Answers that were given already stay with their applications. You can’t undo this.</p>
<form class="actions" action="${address}/${question.id}/remove" method="post"><button class="danger" type="submit">Remove it</button> <a href="${address}">Keep it</a></form>`;
  return renderFrame(options, title, {}, main);
}

/** Returns the submitted fields. A missing field is empty. */
export function questionFieldsOf(form: URLSearchParams): QuestionFields {
  const text = (name: string) => form.get(name) ?? '';
  return {
    label: text('label'),
    type: text('type'),
    required: form.has('required'),
    options: text('options').replace(/\r\n?/g, '\n'),
  };
}

export function toQuestionFields({ label, type, required, options }: Question): QuestionFields {
  return { label, type, required, options: options.join('\n') };
}

function renderHead({ event }: EventOverview, title: string): Html {
  return html`<p class="kicker"><a href="/organizer/events/${event.id}">${event.name}</a></p>
<h1>${title}</h1>`;
}

function renderFrame(
  { account, fictional }: SignedInFrame,
  heading: string,
  errors: FieldErrors,
  main: Html,
) {
  const title = Object.keys(errors).length > 0 ? `Error: ${heading}` : heading;
  return renderPage({ title, description: heading, current: '/organizer', account, fictional, main });
}

function renderTable({ event, editRefusal }: EventOverview, address: string): Html {
  const last = event.questions.length - 1;
  const rows = event.questions.map((question, index) => {
    const steps = editRefusal === undefined ? renderSteps(question, address, index > 0, index < last) : '';
    return html`<tr><th scope="row">${question.label}</th><td>${QUESTION_TYPE_NAMES[question.type]}${isChoice(question.type) ? html`: ${question.options.join(', ')}` : ''}</td><td>${question.required ? 'Yes' : 'No'}</td><td>${steps}</td></tr>`;
  });
  return html`<div class="wide" tabindex="0" role="region" aria-label="Questions"><table class="list">
<thead><tr><th scope="col">Question</th><th scope="col">Answer</th><th scope="col">Required</th><th scope="col">Change</th></tr></thead>
<tbody>
${joinHtml(rows, '\n')}
</tbody></table></div>`;
}

/** Renders the buttons for a question. Each label includes the question, for screen readers. */
function renderSteps(question: Question, address: string, canRise: boolean, canSink: boolean): Html {
  const about = (text: string) => html` aria-label="${text}: ${question.label}"`;
  const step = (name: string, text: string) =>
    html`<form action="${address}/${question.id}/${name}" method="post"><button class="plain" type="submit"${about(text)}>${text}</button></form>`;
  return html`<div class="actions">
<a href="${address}/${question.id}"${about('Edit')}>Edit</a>
${canRise ? step('up', 'Up') : ''}
${canSink ? step('down', 'Down') : ''}
<a href="${address}/${question.id}/remove"${about('Remove')}>Remove</a>
</div>`;
}

function renderForm(options: {
  readonly action: string;
  readonly heading: string;
  readonly button: string;
  readonly fields: QuestionFields;
  readonly errors: FieldErrors;
}): Html {
  const { action, heading, button, fields, errors } = options;
  const types = QUESTION_TYPES.map((value) => ({ value, label: QUESTION_TYPE_NAMES[value] }));
  return html`${heading === '' ? '' : html`<h2>${heading}</h2>`}
<form action="${action}" method="post">
${renderInput({
  name: 'label',
  label: 'Question',
  value: fields.label,
  error: errors.label,
  required: true,
  attributes: { maxlength: LABEL_LENGTH_MAX },
})}
${renderSelect({
  name: 'type',
  label: 'Kind of answer',
  value: fields.type,
  error: errors.type,
  required: true,
  choices: types,
})}
${renderTextarea({
  name: 'options',
  label: 'Options',
  value: fields.options,
  error: errors.options,
  hint: 'One on each line. Only used when the answer is one or any of several options.',
})}
${renderChoices({
  name: 'required',
  label: 'Is an answer required?',
  several: true,
  required: true,
  choices: [{ value: 'yes', label: 'Yes, nobody can apply without it' }],
  chosen: fields.required ? ['yes'] : [],
})}
<div class="actions"><button type="submit">${button}</button></div>
</form>`;
}
