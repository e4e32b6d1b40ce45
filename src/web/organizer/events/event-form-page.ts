import { EVENT_TYPE_NAMES } from '../../../decisions/decide/documents/required-documents.ts';
import { EVENT_TYPES } from '../../../decisions/decide/schemas.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import {
  EVENT_FIELDS,
  type EventField,
  type EventFields,
} from '../../../organizer/events/form/event-fields.ts';
import { COUNTY_NAMES, LENGTHS } from '../../../organizer/events/form/event-form.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { EVENT_TYPE_HINTS } from '../../kit/decisions/decision-names.ts';
import {
  renderChoices,
  renderErrorSummary,
  renderInput,
  renderSelect,
  renderTextarea,
} from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { type ListOfEvent, renderListOfEvent, saveListAddress } from './event-from-list.ts';

/** The event being edited, and the version that the organizer started from. */
interface EditedEvent {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

/** Renders the form for a new or existing event, filled in with the given values. */
export function renderEventForm(
  options: SignedInFrame & {
    readonly fields: EventFields;
    readonly errors: FieldErrors;
    readonly edited?: EditedEvent;
    /** The team that will own the event; undefined if the account will own it. */
    readonly team?: { readonly owner_id: string; readonly owner_name: string } | undefined;
    /** The checked list whose vendors will be added to the new event's shortlist. */
    readonly list?: ListOfEvent | undefined;
  },
): Html {
  const { account, fictional, fields, errors, edited, team, list } = options;
  const heading = edited ? `Edit ${edited.name}` : team ? `New event for ${team.owner_name}` : 'New event';
  const back = edited ? `/organizer/events/${edited.id}` : list ? saveListAddress(list.token) : '/organizer';
  const action = edited ? `/organizer/events/${edited.id}/edit` : '/organizer/events';
  const main = html`<h1>${heading}</h1>
${renderErrorSummary(errors)}
<form id="form" action="${action}" method="post">
${edited ? html`<input type="hidden" name="version" value="${edited.version}">` : ''}
${team ? html`<input type="hidden" name="team" value="${team.owner_id}">` : ''}
${list ? renderListOfEvent(list) : ''}
${renderAbout(fields, errors)}
${renderTimes(fields, errors)}
${renderPlace(fields, errors)}
${renderApplications(fields, errors)}
${renderOrganizer(fields, errors)}
<div class="actions"><button type="submit">${edited ? 'Save' : 'Save as a draft'}</button> <a href="${back}">Back without saving</a></div>
</form>`;
  const title = Object.keys(errors).length > 0 ? `Error: ${heading}` : heading;
  return renderPage({ title, description: heading, current: '/organizer', account, fictional, main });
}

/**
 * Returns the submitted fields. A missing field is empty. The cast restores the key type, which `fromEntries`
 * loses.
 */
export function eventFieldsOf(form: URLSearchParams): EventFields {
  const entries = EVENT_FIELDS.map((name) => [name, form.get(name) ?? '']);
  return Object.fromEntries(entries) as EventFields;
}

function renderAbout(fields: EventFields, errors: FieldErrors): Html {
  const choices = EVENT_TYPES.map((value) => ({
    value,
    label: EVENT_TYPE_NAMES[value],
    hint: EVENT_TYPE_HINTS[value],
  }));
  return html`<h2>The event</h2>
${renderInput({
  name: 'name',
  label: 'Name',
  value: fields.name,
  error: errors.name,
  required: true,
  attributes: { maxlength: LENGTHS.name },
})}
${renderChoices({
  name: 'event_type',
  label: 'Kind of event',
  error: errors.event_type,
  required: true,
  hint: 'Decides which documents each vendor has to bring.',
  choices,
  chosen: [fields.event_type],
})}
${renderTextarea({
  name: 'description',
  label: 'Description',
  value: fields.description,
  error: errors.description,
  hint: 'What vendors should know: visitors expected, power and water, when to arrive. An empty line begins a paragraph.',
  rows: 8,
  maxLength: LENGTHS.description,
})}`;
}

function renderTimes(fields: EventFields, errors: FieldErrors): Html {
  return html`<h2>When</h2>
${renderSelect({
  name: 'timezone',
  label: 'Time zone',
  value: fields.timezone,
  error: errors.timezone,
  required: true,
  hint: 'Of the place. All times on this form are in it.',
  choices: REGULATOR.timeZones,
})}
${renderTime('starts_at', 'Starts', fields, errors, { required: true })}
${renderTime('ends_at', 'Ends', fields, errors, { required: true })}`;
}

function renderPlace(fields: EventFields, errors: FieldErrors): Html {
  const line = (
    name: 'venue_name' | 'address' | 'city',
    label: string,
    more: { readonly hint?: string } = {},
  ) =>
    renderInput({
      name,
      label,
      value: fields[name],
      error: errors[name],
      required: true,
      ...more,
      attributes: { maxlength: LENGTHS[name] },
    });
  const counties = COUNTY_NAMES.map((name) => ({ value: name, label: name }));
  return html`<h2>Where</h2>
${line('venue_name', 'Place', { hint: 'What people call it, such as “Lake Eola Park”.' })}
${line('address', 'Street address', { hint: 'Shown on the public page.' })}
${line('city', 'City')}
${renderSelect({
  name: 'county',
  label: 'County',
  value: fields.county,
  error: errors.county,
  required: true,
  choices: [{ value: '', label: 'Choose a county' }, ...counties],
})}`;
}

function renderApplications(fields: EventFields, errors: FieldErrors): Html {
  return html`<h2>Applications</h2>
${renderTime('applications_open_at', 'Open from', fields, errors, { hint: 'Empty: as soon as the event is published.' })}
${renderTime('applications_close_at', 'Close at', fields, errors, { hint: 'Empty: when the event starts.' })}
${renderInput({
  name: 'capacity',
  label: 'Vendor spots',
  value: fields.capacity,
  error: errors.capacity,
  hint: 'How many vendors fit. Empty: any number.',
  attributes: { inputmode: 'numeric', maxlength: 6 },
})}
${renderInput({
  name: 'deposit',
  label: 'Deposit in dollars',
  value: fields.deposit,
  error: errors.deposit,
  hint: 'What each vendor pays to hold a spot. You collect it; this site keeps track. Empty: none.',
  attributes: { inputmode: 'decimal', maxlength: 12 },
})}
${renderInput({
  name: 'deposit_how',
  label: 'How to pay it',
  value: fields.deposit_how,
  error: errors.deposit_how,
  hint: 'Vendors with a spot see this until you mark it as paid. For example: “Zelle to pay@lakenight.example, with your business name.”',
  attributes: { maxlength: LENGTHS.deposit_how },
})}
${renderInput({
  name: 'deposit_link',
  label: 'Link to pay it',
  value: fields.deposit_link,
  error: errors.deposit_link,
  type: 'url',
  hint: 'Your payment page, if you have one. It begins with https://',
  attributes: { maxlength: LENGTHS.deposit_link },
})}`;
}

/** Renders the fields for the organizer's contact details, and for which emails the organizer gets. */
function renderOrganizer(fields: EventFields, errors: FieldErrors): Html {
  const { organizer_name, organizer_email, notice, waitlist } = fields;
  return html`<h2>You as the organizer</h2>
${renderInput({
  name: 'organizer_name',
  label: 'Organizer’s name',
  value: organizer_name,
  error: errors.organizer_name,
  hint: 'Shown on the event’s page and in emails to applicants. Leave blank to name no one.',
  attributes: { maxlength: LENGTHS.organizer_name },
})}
${renderInput({
  name: 'organizer_email',
  label: 'Contact email',
  value: organizer_email,
  type: 'email',
  error: errors.organizer_email,
  hint: 'Shown on the event page. If it’s your account’s address, applicants’ replies go here. Leave blank for no email contact.',
})}
${renderChoices({
  name: 'notice',
  label: 'Mail about new applications',
  required: true,
  error: errors.notice,
  choices: [
    {
      value: 'each',
      label: 'Each at once',
      hint: 'Beyond 20 an hour or 60 a day, the rest waits for the daily mail',
    },
    { value: 'daily', label: 'Once a day', hint: 'In the morning, if there is something new' },
    { value: 'never', label: 'Never' },
  ],
  chosen: [notice || 'daily'],
})}
${renderChoices({
  name: 'waitlist',
  label: 'When a spot becomes free and vendors wait',
  required: true,
  error: errors.waitlist,
  choices: [
    { value: 'tell', label: 'Tell me', hint: 'We email you, and you decide who gets the spot' },
    {
      value: 'move',
      label: 'Approve the first on the waitlist by itself',
      hint: 'Who waits longest gets the spot. Not if the verdict is “Review first” or “Don’t book”, the record is too short, or there is none: then we email you and decide',
    },
  ],
  chosen: [waitlist || 'tell'],
})}`;
}

function renderTime(
  name: Extract<EventField, `${string}_at`>,
  label: string,
  fields: EventFields,
  errors: FieldErrors,
  more: { readonly required?: boolean; readonly hint?: string },
): Html {
  return renderInput({
    name,
    label,
    value: fields[name],
    error: errors[name],
    type: 'datetime-local',
    ...more,
  });
}
