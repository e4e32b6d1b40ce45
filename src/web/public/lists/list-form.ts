import { EVENT_TYPES_NAMED } from '../../../decisions/decide/messages.ts';
import { EVENT_TYPES } from '../../../decisions/decide/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { EXAMPLE_NUMBER } from '../../../regulator/licenses/number.ts';
import { EVENT_HINTS } from '../../kit/decisions/decision-messages.ts';
import { renderChoices, renderErrorSummary, renderInput } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { CHECK } from '../decisions/messages.ts';
import { LIST_FORM } from './messages.ts';

/** The first step of checking a list, where the organizer enters the list and its event. */

export interface AskedEvent {
  readonly eventType: string;
  /** YYYY-MM-DD; empty means today. */
  readonly eventDate: string;
}

export interface ListFormState extends AskedEvent {
  readonly lines: string;
  readonly errors: Readonly<Record<string, string>>;
}

export const EMPTY_LIST: ListFormState = { lines: '', eventType: EVENT_TYPES[0], eventDate: '', errors: {} };

export function renderListForm(options: {
  readonly state: ListFormState;
  readonly fictional: boolean | undefined;
  readonly language: Language;
  readonly canonical?: string;
}): Html {
  const { state, fictional, language, canonical } = options;
  const { errors } = state;
  const t = LIST_FORM[language];
  const hasErrors = Object.keys(errors).length > 0;
  const main = html`<p class="kicker"><a href="/check">${t.one}</a></p>
<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
${renderErrorSummary(errors, language)}
<form class="ask" action="/check/list" method="post" enctype="multipart/form-data" novalidate>
<div class="field">
<label for="lines">${t.lines}</label>
<p class="hint" id="lines-hint">${t.linesHint({ number: EXAMPLE_NUMBER })}</p>
${errors.lines === undefined ? '' : html`<p class="error" id="lines-error">${errors.lines}</p>`}
<textarea id="lines" name="lines" rows="8" spellcheck="false" autocomplete="off" aria-describedby="${errors.lines === undefined ? 'lines-hint' : 'lines-error lines-hint'}"${errors.lines === undefined ? '' : html` aria-invalid="true"`}>
${state.lines}</textarea>
</div>
<div class="field">
<label for="file">${t.file}</label>
<p class="hint" id="file-hint">${t.fileHint}</p>
${errors.file === undefined ? '' : html`<p class="error" id="file-error">${errors.file}</p>`}
<input id="file" name="file" type="file" accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" aria-describedby="${errors.file === undefined ? 'file-hint' : 'file-error file-hint'}"${errors.file === undefined ? '' : html` aria-invalid="true"`}>
</div>
${renderEventFields(state, errors, language)}
<p><button type="submit">${t.submit}</button></p>
</form>
<p class="small">${t.kept}</p>`;
  return renderPage({
    title: hasErrors ? t.errorTitle : t.title,
    description: t.description,
    language,
    ...(canonical === undefined ? {} : { canonical }),
    fictional,
    current: '/check',
    main,
  });
}

/** Renders the fields for the event type and date. */
export function renderEventFields(
  { eventType, eventDate }: AskedEvent,
  errors: ListFormState['errors'],
  language: Language,
): Html {
  const t = CHECK[language];
  return html`${renderChoices({
    name: 'event_type',
    label: t.kind,
    required: true,
    choices: EVENT_TYPES.map((value) => ({
      value,
      label: EVENT_TYPES_NAMED[language][value],
      hint: EVENT_HINTS[language][value],
    })),
    chosen: [eventType],
    error: errors.event_type,
    language,
  })}
${renderInput({
  name: 'event_date',
  label: t.day,
  type: 'date',
  value: eventDate,
  hint: t.dayHint,
  error: errors.event_date,
  language,
})}`;
}
