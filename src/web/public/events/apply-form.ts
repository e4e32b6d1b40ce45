import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { ApplicationForm } from '../../../organizer/applications/application.ts';
import {
  answerField,
  LONG_TEXT_LENGTH_MAX,
  NUMBER_MAX,
  TEXT_LENGTH_MAX,
} from '../../../organizer/applications/apply/answers.ts';
import { FIELD_LENGTHS } from '../../../organizer/applications/apply/application-form.ts';
import { FOOD_KINDS, FOOD_LENGTH_MAX } from '../../../organizer/applications/inbox/food.ts';
import type { Question } from '../../../organizer/events/schemas.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { ANSWERS } from '../../kit/applications/application-messages.ts';
import { FOOD_FIELDS, FOOD_NAMES } from '../../kit/food-messages.ts';
import {
  type Choice,
  renderChoices,
  renderErrorSummary,
  renderInput,
  renderSelect,
  renderTextarea,
} from '../../kit/forms/fields.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import { APPLY_FORM } from './messages.ts';

/** The state of the form: the values that were typed, and their errors. */
export interface ApplyFormState {
  readonly typed: URLSearchParams;
  readonly errors: FieldErrors;
}

export const EMPTY_FORM: ApplyFormState = { typed: new URLSearchParams(), errors: {} };

/** Converts the submitted form to the input that the service expects. */
export function toApplicationForm(typed: URLSearchParams): ApplicationForm {
  const first = (name: string) => typed.get(name) ?? '';
  return {
    license_number: first('license_number'),
    business_name: first('business_name'),
    contact_name: first('contact_name'),
    contact_email: first('contact_email'),
    contact_phone: first('contact_phone'),
    food_kind: typed.get('food_kind') ?? undefined,
    food: typed.get('food') ?? undefined,
    license_kind: typed.get('license_kind') ?? undefined,
    answersTo: (field) => typed.getAll(field),
  };
}

/** Renders the application form for an event. The organizer's questions come last. */
export function renderApplyForm(event: StoredEvent, state: ApplyFormState, language: Language): Html {
  const t = APPLY_FORM[language];
  const own = event.questions.map((question) => renderQuestion(question, state, language));
  const questions =
    own.length > 0
      ? html`<fieldset><legend>${t.questions}</legend>
${joinHtml(own, '\n')}
</fieldset>`
      : '';
  return html`${renderErrorSummary(state.errors, language)}
<form class="ask" id="apply" action="/events/${event.id}/applications" method="post">
${renderBusiness(state, language)}
${questions}
<div class="actions"><button type="submit">${t.send}</button></div>
<p class="small">${t.whoSees}</p>
</form>`;
}

/** Must not be empty, because browsers treat an empty value in a required field as no choice. */
const MOBILE = 'mobile';

function renderBusiness({ typed, errors }: ApplyFormState, language: Language): Html {
  const t = APPLY_FORM[language];
  const field = (name: keyof typeof FIELD_LENGTHS, label: string) => ({
    name,
    label,
    value: typed.get(name) ?? '',
    error: errors[name],
    required: true,
    language,
    attributes: { maxlength: FIELD_LENGTHS[name] },
  });
  const kinds = REGULATOR.otherLicenses(language).map(({ code, name }) => ({ value: code, label: name }));
  return html`${renderSelect({
    name: 'license_kind',
    label: t.licenseKind,
    value: typed.get('license_kind') ?? MOBILE,
    hint: t.licenseKindHint,
    required: true,
    language,
    choices: [{ value: MOBILE, label: t.mobileLicense }, ...kinds],
  })}
<p class="small">${t.otherLicense({ link: linkTo('/other-licenses') })}</p>
${renderInput({
  ...field('license_number', t.license),
  // Optional, because a home kitchen does not have a license.
  required: false,
  neededSometimes: true,
  hint: t.licenseHint({ example: `${REGULATOR.licenses.example.letters}1234567` }),
})}
<p class="small" id="license-found" role="status"></p>
${renderInput({ ...field('business_name', t.business), autocomplete: 'organization' })}
${renderFood({ typed, errors }, language)}
${renderInput({ ...field('contact_name', t.name), autocomplete: 'name' })}
${renderInput({
  ...field('contact_email', t.email),
  hint: t.emailHint,
  type: 'email',
  autocomplete: 'email',
})}
${renderInput({ ...field('contact_phone', t.phone), type: 'tel', autocomplete: 'tel' })}`;
}

function renderFood({ typed, errors }: ApplyFormState, language: Language): Html {
  const t = FOOD_FIELDS[language];
  const kinds = FOOD_KINDS.map((value) => ({ value, label: FOOD_NAMES[language][value] }));
  return html`${renderSelect({
    name: 'food_kind',
    label: t.kind,
    value: typed.get('food_kind') ?? '',
    error: errors.food_kind,
    required: true,
    language,
    choices: [{ value: '', label: t.choose }, ...kinds],
  })}
${renderInput({
  name: 'food',
  label: t.food,
  value: typed.get('food') ?? '',
  error: errors.food,
  hint: t.hint,
  language,
  attributes: { maxlength: FOOD_LENGTH_MAX },
})}`;
}

function renderQuestion(question: Question, { typed, errors }: ApplyFormState, language: Language): Html {
  const name = answerField(question);
  const { label, required, options } = question;
  const base = { name, label, required, error: errors[name], language };
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
      return renderChoices({
        ...base,
        choices: orNone(yesNo(language), required, language),
        chosen: [value],
      });
    case 'choice':
      return renderChoices({ ...base, choices: orNone(choices, required, language), chosen: [value] });
    case 'several_choices':
      return renderChoices({ ...base, choices, chosen: typed.getAll(name), several: true });
  }
}

function yesNo(language: Language): readonly Choice[] {
  const t = ANSWERS[language];
  return [
    { value: 'yes', label: t.yes },
    { value: 'no', label: t.no },
  ];
}

/** A selected radio button cannot be cleared, so an optional question also offers "No answer". */
function orNone(choices: readonly Choice[], required: boolean, language: Language): readonly Choice[] {
  return required ? choices : [...choices, { value: '', label: ANSWERS[language].none }];
}
