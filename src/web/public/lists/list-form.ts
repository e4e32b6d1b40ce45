import { EVENT_TYPE_NAMES } from '../../../decisions/decision/documents.ts';
import { EVENT_TYPES } from '../../../decisions/decision/schemas.ts';
import { EXAMPLE_NUMBER } from '../../../registry/licenses/number.ts';
import { EVENT_TYPE_HINTS } from '../../kit/decision-names.ts';
import { renderChoices, renderErrorSummary, renderInput } from '../../kit/fields.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';

/** The first step of checking a list: the list, and the event it is for. */

export interface AskedEvent {
  readonly eventType: string;
  /** YYYY-MM-DD; empty for today. */
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
  readonly canonical?: string;
}): Html {
  const { state, fictional, canonical } = options;
  const { errors } = state;
  const hasErrors = Object.keys(errors).length > 0;
  const main = html`<p class="kicker"><a href="/check">Check one vendor</a></p>
<h1>Check a list of vendors</h1>
<p class="lead">Paste your list or choose a spreadsheet. You see which vendor each line means before anything is decided.</p>
${renderErrorSummary(errors)}
<form class="ask" action="/check/list" method="post" enctype="multipart/form-data" novalidate>
<div class="field">
<label for="lines">Your list</label>
<p class="hint" id="lines-hint">One vendor a line: a license number such as ${EXAMPLE_NUMBER}, or a business name and its city, or cells copied from a spreadsheet. At most 500 lines.</p>
${errors.lines === undefined ? '' : html`<p class="error" id="lines-error">${errors.lines}</p>`}
<textarea id="lines" name="lines" rows="8" spellcheck="false" autocomplete="off" aria-describedby="${errors.lines === undefined ? 'lines-hint' : 'lines-error lines-hint'}"${errors.lines === undefined ? '' : html` aria-invalid="true"`}>
${state.lines}</textarea>
</div>
<div class="field">
<label for="file">Or a file</label>
<p class="hint" id="file-hint">An .xlsx workbook or a CSV file of at most 1 MB. Columns such as “License #”, “Business name”, “DBA” and “City” are recognized.</p>
${errors.file === undefined ? '' : html`<p class="error" id="file-error">${errors.file}</p>`}
<input id="file" name="file" type="file" accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" aria-describedby="${errors.file === undefined ? 'file-hint' : 'file-error file-hint'}"${errors.file === undefined ? '' : html` aria-invalid="true"`}>
</div>
${renderEventFields(state, errors)}
<p><button type="submit">Find these vendors</button></p>
</form>
<p class="small">No account needed. What you send is not kept until you go on; the checked list is then kept for seven days at an address that only you are given.</p>`;
  return renderPage({
    title: hasErrors ? 'Error: Check a list' : 'Check a list of vendors',
    description: 'Check all vendors of an event at once: paste a list or choose a spreadsheet.',
    ...(canonical === undefined ? {} : { canonical }),
    fictional,
    current: '/check',
    main,
  });
}

/** Kind and day of the event. */
export function renderEventFields(
  { eventType, eventDate }: AskedEvent,
  errors: ListFormState['errors'],
): Html {
  return html`${renderChoices({
    name: 'event_type',
    label: 'Kind of event',
    required: true,
    choices: EVENT_TYPES.map((value) => ({
      value,
      label: EVENT_TYPE_NAMES[value],
      hint: EVENT_TYPE_HINTS[value],
    })),
    chosen: [eventType],
    error: errors.event_type,
  })}
${renderInput({
  name: 'event_date',
  label: 'Day of the event',
  type: 'date',
  value: eventDate,
  hint: 'Leave it empty for today. Of an event of several days, its last day: the license must run until then.',
  error: errors.event_date,
})}`;
}
