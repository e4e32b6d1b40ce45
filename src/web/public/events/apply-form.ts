import {
  answerField,
  LONG_TEXT_LENGTH_MAX,
  NUMBER_MAX,
  TEXT_LENGTH_MAX,
} from '../../../ledger/applications/answers.ts';
import type { ApplicationForm } from '../../../ledger/applications/application.ts';
import { FIELD_LENGTHS } from '../../../ledger/applications/application-form.ts';
import type { Question } from '../../../ledger/events/schemas.ts';
import type { StoredEvent } from '../../../ledger/events/stored-event.ts';
import type { FieldErrors } from '../../../lib/checked.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import {
  type Choice,
  renderChoices,
  renderErrorSummary,
  renderInput,
  renderTextarea,
} from '../../kit/fields.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';

/** The form as it stands on the page: what was typed, and what is wrong with it. */
export interface ApplyFormState {
  readonly typed: URLSearchParams;
  readonly errors: FieldErrors;
}

export const EMPTY_FORM: ApplyFormState = { typed: new URLSearchParams(), errors: {} };

/** What was sent, as the service takes it. */
export function toApplicationForm(typed: URLSearchParams): ApplicationForm {
  const first = (name: string) => typed.get(name) ?? '';
  return {
    license_number: first('license_number'),
    business_name: first('business_name'),
    contact_name: first('contact_name'),
    contact_email: first('contact_email'),
    contact_phone: first('contact_phone'),
    answersTo: (field) => typed.getAll(field),
  };
}

/** The application form of an event, with its own questions last. */
export function renderApplyForm(event: StoredEvent, { typed, errors }: ApplyFormState): Html {
  const own = event.questions.map((question) => renderQuestion(question, typed, errors));
  const questions =
    own.length > 0
      ? html`<fieldset><legend>Questions from the organizer</legend>
${joinHtml(own, '\n')}
</fieldset>`
      : '';
  return html`${renderErrorSummary(errors)}
<form class="ask" id="apply" action="/events/${event.id}/applications" method="post">
${renderBusiness(typed, errors)}
${questions}
<div class="actions"><button type="submit">Send application</button></div>
<p class="small">The organizer sees what you send here, and what the state’s public records say about the license. You get a mail with a private link to follow your application.</p>
</form>`;
}

function renderBusiness(typed: URLSearchParams, errors: FieldErrors): Html {
  const field = (name: keyof typeof FIELD_LENGTHS, label: string) => ({
    name,
    label,
    value: typed.get(name) ?? '',
    error: errors[name],
    required: true,
    attributes: { maxlength: FIELD_LENGTHS[name] },
  });
  return html`${renderInput({
    ...field('license_number', 'State license number'),
    hint: `Such as ${REGULATOR.licenses.example.letters}1234567; digits alone are enough. We look it up in the state’s public records.`,
  })}
<p class="small" id="license-found" role="status"></p>
${renderInput({ ...field('business_name', 'Business name'), autocomplete: 'organization' })}
${renderInput({ ...field('contact_name', 'Your name'), autocomplete: 'name' })}
${renderInput({
  ...field('contact_email', 'E-mail'),
  hint: 'Your private link and the organizer’s answer go here.',
  type: 'email',
  autocomplete: 'email',
})}
${renderInput({ ...field('contact_phone', 'Phone'), type: 'tel', autocomplete: 'tel' })}`;
}

function renderQuestion(question: Question, typed: URLSearchParams, errors: FieldErrors): Html {
  const name = answerField(question);
  const { label, required, options } = question;
  const base = { name, label, required, error: errors[name] };
  const value = typed.get(name) ?? '';
  const choices = options.map((option) => ({ value: option, label: option }));
  switch (question.type) {
    case 'text':
      return renderInput({ ...base, value, attributes: { maxlength: TEXT_LENGTH_MAX } });
    case 'long_text':
      return renderTextarea({ ...base, value, maxLength: LONG_TEXT_LENGTH_MAX });
    case 'number':
      return renderInput({
        ...base,
        value,
        type: 'number',
        attributes: { step: 'any', min: -NUMBER_MAX, max: NUMBER_MAX },
      });
    case 'date':
      return renderInput({ ...base, value, type: 'date' });
    case 'yes_no':
      return renderChoices({ ...base, choices: orNone(YES_NO, required), chosen: [value] });
    case 'choice':
      return renderChoices({ ...base, choices: orNone(choices, required), chosen: [value] });
    case 'several_choices':
      return renderChoices({ ...base, choices, chosen: typed.getAll(name), several: true });
  }
}

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** A radio button cannot be taken back by itself; where no answer is needed, that is a choice too. */
function orNone(choices: readonly Choice[], required: boolean): readonly Choice[] {
  return required ? choices : [...choices, { value: '', label: 'No answer' }];
}
