import type { Language } from '../../../lib/language/language.ts';
import { countySlug } from '../../../lib/text/county-slug.ts';
import { CHANGES_KEPT_DAYS } from '../../../records/changes/kept-days.ts';
import { renderInput } from '../../kit/forms/fields.ts';
import { type Html, html } from '../../kit/html.ts';
import { FOLLOW_ADDRESS } from './follow-address.ts';
import { CHANGES_PAGE, FOLLOW } from './messages.ts';

/** The typed address and its error. */
export interface TypedAddress {
  readonly email: string;
  readonly error?: string | undefined;
}

const NOTHING: TypedAddress = { email: '' };

/** Renders the form for the weekly email about closures, of the whole state if `county` is empty. */
export function renderClosuresForm(county: string, language: Language, typed = NOTHING): Html {
  const t = FOLLOW[language];
  const value = county === '' ? '' : countySlug(county);
  const form = { how: t.closuresHow, submit: t.closuresSubmit, hidden: { name: 'county', value } };
  return renderForm(form, language, typed);
}

/** Renders the form for emails about a vendor's record. */
export function renderVendorForm(vendorId: string, language: Language, typed = NOTHING): Html {
  const t = FOLLOW[language];
  const form = { how: t.vendorHow, submit: t.vendorSubmit, hidden: { name: 'vendor', value: vendorId } };
  return renderForm(form, language, typed);
}

/** Renders the part of a page that offers emails about the vendor's record, and links to its changes. */
export function renderFollowPart(vendorId: string, language: Language): Html {
  const link = CHANGES_PAGE[language].link({ days: CHANGES_KEPT_DAYS });
  return html`<section class="part no-print" id="follow"><h2>${FOLLOW[language].vendor}</h2><div>${renderVendorForm(vendorId, language)}
<p><a href="/vendor/${vendorId}/changes">${link}</a></p></div></section>`;
}

function renderForm(
  form: {
    readonly how: string;
    readonly submit: string;
    readonly hidden: { readonly name: string; readonly value: string };
  },
  language: Language,
  { email, error }: TypedAddress,
): Html {
  const field = renderInput({
    name: 'email',
    label: FOLLOW[language].email,
    type: 'email',
    value: email,
    autocomplete: 'email',
    required: true,
    error,
    language,
  });
  return html`<p>${form.how}</p>
<form class="ask" action="${FOLLOW_ADDRESS}" method="post"><input type="hidden" name="${form.hidden.name}" value="${form.hidden.value}">
${field}
<p><button type="submit">${form.submit}</button></p></form>`;
}
