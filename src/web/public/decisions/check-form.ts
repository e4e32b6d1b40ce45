import { EVENT_TYPES_NAMED, LICENSE_KINDS } from '../../../decisions/decide/messages.ts';
import { EVENT_TYPES, type EventType } from '../../../decisions/decide/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { EVENT_HINTS } from '../../kit/decisions/decision-messages.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { linkTo, strong } from '../../kit/tags.ts';
import { CHECK } from './messages.ts';

/** An error as it appears next to a field. */
export interface FieldError {
  /** The field's name. If the name is unknown, the error appears next to the first field. */
  readonly field: string | undefined;
  readonly text: string;
  /** The kind of error. Some kinds come with more than a sentence, such as links. */
  readonly kind?: 'ambiguous' | 'unknown';
}

export interface CheckFormState {
  readonly licenseNumber: string;
  readonly eventType: string;
  /** YYYY-MM-DD; empty means today. */
  readonly eventDate: string;
  readonly error?: FieldError | undefined;
}

export const EMPTY_CHECK: CheckFormState = {
  licenseNumber: '',
  eventType: 'food-truck-night',
  eventDate: '',
};

/** Renders the form for checking a vendor, with the values that were typed. */
export function renderCheckForm(state: CheckFormState, language: Language = 'en'): Html {
  const t = CHECK[language];
  const { error } = state;
  const typeError = error?.field === 'event_type' ? error.text : undefined;
  const dateError = error?.field === 'event_date' ? error.text : undefined;
  const isAboutNumber = typeError === undefined && dateError === undefined;
  const numberError = error && isAboutNumber ? error.text : undefined;
  const described = numberError === undefined ? 'number-hint' : 'number-error number-hint';
  return html`<form class="ask no-print" action="/check" method="get">
<div class="field">
<label for="license_number">${t.number}</label>
<p class="hint" id="number-hint">${t.numberHint({ search: linkTo('/search') })}</p>
${numberError === undefined || error === undefined ? '' : renderFieldError('number-error', renderNumberError(error, state, language), language)}
<input id="license_number" name="license_number" type="text" value="${state.licenseNumber}" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="${described}" ${numberError === undefined ? '' : html`aria-invalid="true" autofocus`}>
</div>
<fieldset ${typeError === undefined ? '' : html`aria-describedby="type-error"`}>
<legend>${t.kind}</legend>
${typeError === undefined ? '' : renderFieldError('type-error', html`${typeError}`, language)}
<div class="choices">
${joinHtml(
  EVENT_TYPES.map((each) => renderChoice(each, state.eventType, language)),
  '\n',
)}
</div>
</fieldset>
${renderDateField(state.eventDate, dateError, language)}
<p><button type="submit">${t.submit}</button></p>
</form>`;
}

function renderDateField(eventDate: string, error: string | undefined, language: Language): Html {
  const t = CHECK[language];
  return html`<div class="field">
<label for="event_date">${t.day}</label>
<p class="hint" id="date-hint">${t.dayHint}</p>
${error === undefined ? '' : renderFieldError('date-error', html`${error}`, language)}
<input id="event_date" name="event_date" type="date" value="${eventDate}" aria-describedby="${error === undefined ? 'date-hint' : 'date-error date-hint'}" ${error === undefined ? '' : html`aria-invalid="true" autofocus`}>
</div>`;
}

/** Renders an error next to its field. Screen readers announce it immediately. */
export function renderFieldError(id: string, content: Html, language: Language = 'en'): Html {
  return html`<p class="error" id="${id}" role="alert">${CHECK[language].pleaseCheck({ strong, error: content })}</p>`;
}

function renderChoice(eventType: EventType, chosen: string, language: Language): Html {
  return html`<div class="choice"><input type="radio" id="type-${eventType}" name="event_type" value="${eventType}" ${eventType === chosen ? 'checked' : ''}><label for="type-${eventType}">${EVENT_TYPES_NAMED[language][eventType]} <span class="hint">${EVENT_HINTS[language][eventType]}</span></label></div>`;
}

const { letters: LETTERS } = REGULATOR.licenses;
const FULL_NUMBER = new RegExp(`\\b((?:${LETTERS.join('|')})\\d{5,10})\\b`);

/**
 * Turns full license numbers in an error message into links, so that choosing between matching licenses takes
 * one click.
 */
function withLinks(text: string, { licenseNumber, eventType, eventDate }: CheckFormState): Html {
  return joinHtml(
    text.split(FULL_NUMBER).map((part, index) => {
      if (index % 2 === 0 || part === licenseNumber) return withOfficialLink(part);
      return html`<a href="${checkAddress(part, { eventType, eventDate })}">${part}</a>`;
    }),
    '',
  );
}

function checkAddress(
  number: string,
  { eventType, eventDate }: Pick<CheckFormState, 'eventType' | 'eventDate'>,
): string {
  const date = eventDate === '' ? {} : { event_date: eventDate };
  const query = new URLSearchParams({ license_number: number, event_type: eventType, ...date });
  return `/check?${query.toString()}`;
}

/** Replaces the regulator's URL with a named link. The API's messages keep the URL. */
function withOfficialLink(text: string): Html {
  const { url } = REGULATOR.pages.licensing;
  const [before = '', ...after] = text.split(url);
  return html`${before}${after.map((part) => html`<a href="${url}">${REGULATOR.shortName}</a>.${part}`)}`;
}

/**
 * For an ambiguous number, renders a link for each license with the same digits. For other errors, renders
 * the message with links.
 */
function renderNumberError(error: FieldError, state: CheckFormState, language: Language): Html {
  const t = CHECK[language];
  if (error.kind !== 'ambiguous') {
    const other = error.kind === 'unknown' ? html` ${t.otherKind({ link: linkTo('/other-licenses') })}` : '';
    return html`${withLinks(error.text, state)}${other}`;
  }
  const numbers = error.text.split(FULL_NUMBER).filter((_, index) => index % 2 === 1);
  return html`${t.whichOne} <span class="choose">${numbers.map((number) => html`<a class="button quiet" href="${checkAddress(number, state)}">${kindOf(number, language)} ${number}</a> `)}</span>`;
}

function kindOf(number: string, language: Language): string {
  const type = REGULATOR.licenses.typeOfLetters(number.replace(/\d+/, ''));
  const kind = type && REGULATOR.licenses.kindOfType(type);
  const name = kind ? LICENSE_KINDS[language][kind] : '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
