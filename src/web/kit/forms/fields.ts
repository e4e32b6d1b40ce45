import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../html.ts';
import { FIELDS } from './form-messages.ts';

/** Options for a form field: its label, the value that was typed, and any error. */
interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  /** Plain text under the label. */
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /**
   * True if the field is required only in situations that the hint describes. Such a field is not marked as
   * optional, and the browser does not enforce it.
   */
  readonly neededSometimes?: boolean;
  /** The page's language; English by default. */
  readonly language?: Language;
}

interface InputOptions extends FieldOptions {
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'tel' | 'url' | 'date' | 'datetime-local';
  readonly autocomplete?: string;
  /** Other attributes by name, e.g. `min`, `step`, `inputmode`, `maxlength`. */
  readonly attributes?: Readonly<Record<string, string | number>>;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** Renders a single-line text input. */
export function renderInput(options: InputOptions): Html {
  const { name, value = '', type = 'text', autocomplete = 'off', attributes = {} } = options;
  const further = Object.entries(attributes).map(([key, text]) => html` ${key}="${text}"`);
  return inField(
    options,
    html`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${further}${describe(options)}>`,
  );
}

/**
 * Renders a file input for a PDF, JPEG or PNG. Listing media types makes phones offer the camera and makes
 * iPhones convert photos to JPEG.
 */
export function renderFileInput(options: Omit<FieldOptions, 'value'>): Html {
  const { name } = options;
  return inField(
    options,
    html`<input id="${name}" name="${name}" type="file" accept="image/jpeg,image/png,application/pdf,.pdf,.jpg,.jpeg,.png"${describe(options)}>`,
  );
}

/** Renders a multi-line text input. */
export function renderTextarea(
  options: FieldOptions & { readonly rows?: number; readonly maxLength?: number },
): Html {
  const { name, value = '', rows = 4, maxLength = 5_000 } = options;
  return inField(
    options,
    html`<textarea class="prose" id="${name}" name="${name}" rows="${rows}" maxlength="${maxLength}"${describe(options)}>
${value}</textarea>`,
  );
}

/** Renders a drop-down list. */
export function renderSelect(options: FieldOptions & { readonly choices: readonly Choice[] }): Html {
  const { name, value, choices } = options;
  const items = choices.map(
    (each) =>
      html`<option value="${each.value}"${each.value === value ? ' selected' : ''}>${each.label}</option>`,
  );
  return inField(options, html`<select id="${name}" name="${name}"${describe(options)}>${items}</select>`);
}

/** Renders radio buttons, or check boxes if several choices are allowed. */
export function renderChoices(
  options: Omit<FieldOptions, 'value'> & {
    readonly choices: readonly Choice[];
    readonly chosen: readonly string[];
    readonly several?: boolean;
  },
): Html {
  const { name, label, hint, error, required, choices, chosen, several = false, language } = options;
  const items = choices.map((each, index) => {
    const id = `${name}-${index}`;
    const checked = chosen.includes(each.value) ? ' checked' : '';
    const type = several ? 'checkbox' : 'radio';
    const small = each.hint === undefined ? '' : html` <span class="hint">${each.hint}</span>`;
    return html`<div class="choice"><input type="${type}" id="${id}" name="${name}" value="${each.value}"${checked}><label for="${id}">${each.label}${small}</label></div>`;
  });
  // A group of check boxes cannot itself be marked invalid.
  const about = describe({ name, label, hint, error }, { isGroup: several });
  return html`<fieldset class="field" id="${name}"${several ? '' : html` role="radiogroup"`}${about}>
<legend>${label}${optionalMark(required, language)}</legend>
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}${renderError(name, error)}
<div class="choices">${joinHtml(items, '\n')}</div>
</fieldset>`;
}

/** Renders all errors above the form, each linked to its field. Empty if there are no errors. */
export function renderErrorSummary(errors: FieldErrors, language: Language = 'en'): Html {
  const items = Object.entries(errors).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`);
  if (items.length === 0) return EMPTY_HTML;
  return html`<div class="errors" role="alert" tabindex="-1" autofocus><h2>${FIELDS[language].check({ count: items.length })}</h2><ul>${items}</ul></div>`;
}

function inField(options: FieldOptions, control: Html): Html {
  const { name, label, hint, error, required, neededSometimes, language } = options;
  return html`<div class="field">
<label for="${name}">${label}${optionalMark(required || neededSometimes, language)}</label>
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}${renderError(name, error)}
${control}
</div>`;
}

function renderError(name: string, error: string | undefined): Html {
  return error === undefined ? EMPTY_HTML : html`<p class="error" id="${name}-error">${error}</p>`;
}

/**
 * Returns the mark for an optional field. Only optional fields are marked, because most fields are required.
 */
function optionalMark(required: boolean | undefined, language: Language = 'en'): Html | '' {
  return required ? '' : html` <span class="optional">${FIELDS[language].optional}</span>`;
}

function describe({ name, hint, error, required }: FieldOptions, { isGroup = false } = {}): Html {
  const ids = [error === undefined ? '' : `${name}-error`, hint === undefined ? '' : `${name}-hint`].filter(
    Boolean,
  );
  const described = ids.length > 0 ? html` aria-describedby="${ids.join(' ')}"` : '';
  return html`${described}${error === undefined || isGroup ? '' : html` aria-invalid="true"`}${required ? ' required' : ''}`;
}
