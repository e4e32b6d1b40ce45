import type { VendorFilters } from '../../../registry/vendors/filters.ts';
import { type Html, html } from '../../kit/html.ts';
import { type FieldError, renderFieldError } from '../decisions/check-form.ts';
import { renderFilters } from './search-filters.ts';

export interface SearchFormState {
  readonly q: string;
  readonly city: string;
  /** Left out where the form offers none. */
  readonly filters?: VendorFilters;
  readonly error?: FieldError | undefined;
}

export const EMPTY_SEARCH: SearchFormState = { q: '', city: '' };

/** The longest text we search for. */
export const TEXT_LENGTH_MAX = 100;

/** Finding a vendor by name or place; it keeps what was typed. */
export function renderSearchForm({ q, city, filters, error }: SearchFormState): Html {
  const about = (name: string, hint?: string) => {
    const wrong = error?.field === name;
    const ids = [wrong ? `${name}-error` : '', hint ?? ''].filter(Boolean).join(' ');
    return html`${ids ? html` aria-describedby="${ids}"` : ''}${wrong ? html` aria-invalid="true" autofocus` : ''}`;
  };
  const message = (name: string) =>
    error?.field === name ? renderFieldError(`${name}-error`, html`${error.text}`) : '';
  return html`<search><form class="ask no-print" action="/search" method="get">
<div class="field">
<label for="q">Name</label>
<p class="hint" id="q-hint">Part of it is enough, and so is a spelling that comes close; a former name or a license number works too.</p>
${message('q')}
<input id="q" name="q" type="search" value="${q}" maxlength="${TEXT_LENGTH_MAX}" autocomplete="off" spellcheck="false"${about('q', 'q-hint')}>
</div>
<div class="field">
<label for="city">City <span class="optional">(optional)</span></label>
${message('city')}
<input id="city" name="city" type="text" value="${city}" maxlength="${TEXT_LENGTH_MAX}" autocomplete="off"${about('city')}>
</div>
${filters ? renderFilters(filters) : ''}
<p><button type="submit">Search vendors</button></p>
</form></search>`;
}
