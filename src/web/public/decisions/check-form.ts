import { EVENT_TYPE_NAMES } from '../../../decisions/decision/documents.ts';
import { EVENT_TYPES, type EventType } from '../../../decisions/decision/schemas.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { EVENT_TYPE_HINTS } from '../../kit/decision-names.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';

/** A field's error as it stands beside it. */
export interface FieldError {
  /** The field's name; any other name puts it beside the first field. */
  readonly field: string | undefined;
  readonly text: string;
}

export interface CheckFormState {
  readonly licenseNumber: string;
  readonly eventType: string;
  /** YYYY-MM-DD; empty for today. */
  readonly eventDate: string;
  readonly error?: FieldError | undefined;
}

export const EMPTY_CHECK: CheckFormState = {
  licenseNumber: '',
  eventType: 'food-truck-night',
  eventDate: '',
};

/** The question of the whole site as a form; it keeps what was typed. */
export function renderCheckForm(state: CheckFormState): Html {
  const { error } = state;
  const typeError = error?.field === 'event_type' ? error.text : undefined;
  const dateError = error?.field === 'event_date' ? error.text : undefined;
  const isAboutNumber = typeError === undefined && dateError === undefined;
  const numberError = error && isAboutNumber ? error.text : undefined;
  const described = numberError === undefined ? 'number-hint' : 'number-error number-hint';
  return html`<form class="ask no-print" action="/check" method="get">
<div class="field">
<label for="license_number">License number</label>
<p class="hint" id="number-hint">On the license itself and usually on the truck’s side. Digits are enough; prefixes such as ${EITHER_LETTERS} are understood.</p>
${numberError === undefined ? '' : renderFieldError('number-error', withLinks(numberError, state))}
<input id="license_number" name="license_number" type="text" value="${state.licenseNumber}" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="${described}" ${numberError === undefined ? '' : html`aria-invalid="true" autofocus`}>
</div>
<fieldset ${typeError === undefined ? '' : html`aria-describedby="type-error"`}>
<legend>Kind of event</legend>
${typeError === undefined ? '' : renderFieldError('type-error', html`${typeError}`)}
<div class="choices">
${joinHtml(
  EVENT_TYPES.map((each) => renderChoice(each, state.eventType)),
  '\n',
)}
</div>
</fieldset>
${renderDateField(state.eventDate, dateError)}
<p><button type="submit">Check this vendor</button></p>
</form>`;
}

function renderDateField(eventDate: string, error: string | undefined): Html {
  return html`<div class="field">
<label for="event_date">Day of the event</label>
<p class="hint" id="date-hint">Leave it empty for today. Of an event of several days, its last day: the license must run until then.</p>
${error === undefined ? '' : renderFieldError('date-error', html`${error}`)}
<input id="event_date" name="event_date" type="date" value="${eventDate}" aria-describedby="${error === undefined ? 'date-hint' : 'date-error date-hint'}" ${error === undefined ? '' : html`aria-invalid="true" autofocus`}>
</div>`;
}

/** An error in words beside its field, read out at once. */
export function renderFieldError(id: string, content: Html): Html {
  return html`<p class="error" id="${id}" role="alert"><strong>Please check:</strong> ${content}</p>`;
}

function renderChoice(eventType: EventType, chosen: string): Html {
  return html`<div class="choice"><input type="radio" id="type-${eventType}" name="event_type" value="${eventType}" ${eventType === chosen ? 'checked' : ''}><label for="type-${eventType}">${EVENT_TYPE_NAMES[eventType]} <span class="hint">${EVENT_TYPE_HINTS[eventType]}</span></label></div>`;
}

const { letters: LETTERS } = REGULATOR.licenses;
/** "ABC, DEF or GHI" */
const EITHER_LETTERS = `${LETTERS.slice(0, -1).join(', ')} or ${LETTERS.at(-1)}`;
const FULL_NUMBER = new RegExp(`\\b((?:${LETTERS.join('|')})\\d{5,10})\\b`);

/** Full license numbers in an error's text become the next question, so that an ambiguous one is a click away. */
function withLinks(text: string, { licenseNumber, eventType, eventDate }: CheckFormState): Html {
  return joinHtml(
    text.split(FULL_NUMBER).map((part, index) => {
      if (index % 2 === 0 || part === licenseNumber) return html`${part}`;
      const date = eventDate === '' ? {} : { event_date: eventDate };
      const query = new URLSearchParams({ license_number: part, event_type: eventType, ...date });
      return html`<a href="/check?${query.toString()}">${part}</a>`;
    }),
    '',
  );
}
