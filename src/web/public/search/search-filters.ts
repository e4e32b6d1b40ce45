import { verdictGroupText } from '../../../decisions/decide/decision-words.ts';
import { LICENSE_KINDS as LICENSE_KINDS_NAMED } from '../../../decisions/decide/messages.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import { cutText } from '../../../lib/text/cut-text.ts';
import { cuisineName } from '../../../records/record/cuisine.ts';
import { CUISINES } from '../../../records/record/cuisine-messages.ts';
import {
  COUNTY_NAMES,
  FILTER_NAMES,
  FILTER_VALUES,
  type FilterName,
  findFilterValue,
  GRADES_SHOWN,
  LICENSE_KINDS,
  VERDICTS_GIVEN,
  type VendorFilters,
} from '../../../records/record/filters.ts';
import { renderSelect } from '../../kit/forms/fields.ts';
import { type Html, html } from '../../kit/html.ts';
import { NO_GRADES_SHORT } from '../record/record-messages.ts';
import { FILTER, FILTERS_NAMED, FILTERS_OPEN, SEARCH_FORM } from './search-messages.ts';

/** Search filters, which appear in the address and in the form. */

/** Reads the filters from the query. Throws `invalid_parameter` for values that the form does not offer. */
export function readFilters(query: URLSearchParams): VendorFilters {
  return {
    county: readOne(query, 'county', COUNTY_NAMES),
    kind: readOne(query, 'kind', LICENSE_KINDS),
    cuisine: readOne(query, 'cuisine', CUISINES),
    grade: readOne(query, 'grade', GRADES_SHOWN),
    verdict: readOne(query, 'verdict', VERDICTS_GIVEN),
  };
}

export function hasFilter(filters: VendorFilters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== undefined);
}

/**
 * Renders the filters. They are collapsed until one is set, so that the form starts with just a name and a
 * city. Above results, the field for the city comes first among them.
 */
export function renderFilters(
  filters: VendorFilters,
  language: Language = 'en',
  city?: { readonly field: Html; readonly isOpen: boolean },
): Html {
  const t = SEARCH_FORM[language];
  const selects = FILTER_NAMES.map((name) =>
    renderSelect({
      name,
      label: FILTERS_NAMED[language][name],
      value: filters[name] ?? '',
      required: false,
      language,
      choices: [
        { value: '', label: FILTERS_OPEN[language][name] },
        ...FILTER_VALUES[name].map((value) => ({ value, label: describeValue(name, value, language) })),
      ],
    }),
  );
  const isOpen = hasFilter(filters) || city?.isOpen;
  return html`<details class="filters"${isOpen ? ' open' : ''}><summary>${city ? t.cityAndFilters : t.filters}</summary>
<div class="filter-fields">${city?.field ?? ''}${selects}</div></details>`;
}

/** Returns a phrase such as `the filter "Verdict today: Clear to book"` or `the city "Tampa"`. */
export function describeFilter(
  name: FilterName | 'city',
  filters: VendorFilters,
  city: string,
  language: Language = 'en',
): string {
  const t = FILTER[language];
  if (name === 'city') return t.city({ city: city.trim() });
  const value = filters[name] ?? '';
  if (name === 'county') return t.county({ name: value });
  return t.other({ label: FILTERS_NAMED[language][name], value: describeValue(name, value, language) });
}

function describeValue(name: FilterName, value: string, language: Language): string {
  const kinds: Readonly<Record<string, string>> = LICENSE_KINDS_NAMED[language];
  const noGrade: Readonly<Record<string, string>> = NO_GRADES_SHORT[language];
  if (name === 'kind') return kinds[value] ?? value;
  if (name === 'cuisine') return cuisineName(value, language) ?? value;
  if (name === 'verdict') return verdictGroupText(value, language);
  return name === 'grade' ? (noGrade[value] ?? value) : value;
}

function readOne<Value extends string>(
  query: URLSearchParams,
  name: FilterName,
  values: readonly Value[],
): Value | undefined {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  const meant = findFilterValue(name, text);
  const value = values.find((each) => each === meant);
  if (value !== undefined) return value;
  const texts = inEach((language) => {
    const t = FILTER[language];
    const typed = { text: cutText(text), label: FILTERS_NAMED[language][name] };
    const choices = values.map((each) => describeValue(name, each, language)).join(', ');
    return name === 'county' ? t.noChoiceCounty(typed) : t.noChoice({ ...typed, choices });
  });
  throw new AppError('invalid_parameter', texts.en, { parameter: name, forPeople: texts });
}
