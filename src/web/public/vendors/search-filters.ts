import { LICENSE_KIND_NAMES } from '../../../decisions/decision/words.ts';
import { AppError } from '../../../http/errors.ts';
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
} from '../../../registry/vendors/filters.ts';
import { renderSelect } from '../../kit/fields.ts';
import { type Html, html } from '../../kit/html.ts';
import { NO_GRADE } from './record-texts.ts';

/** What a search is narrowed to: as the address has it, and as the form shows it. */

const LABELS: Readonly<Record<FilterName, { readonly label: string; readonly any: string }>> = {
  county: { label: 'County', any: 'Any county' },
  kind: { label: 'Kind of license', any: 'Any kind' },
  grade: { label: 'Grade', any: 'Any grade, or none' },
  verdict: { label: 'Verdict today', any: 'Any verdict' },
};

/** Throws `invalid_parameter` for a value that no form offers. */
export function readFilters(query: URLSearchParams): VendorFilters {
  return {
    county: readOne(query, 'county', COUNTY_NAMES),
    kind: readOne(query, 'kind', LICENSE_KINDS),
    grade: readOne(query, 'grade', GRADES_SHOWN),
    verdict: readOne(query, 'verdict', VERDICTS_GIVEN),
  };
}

export function hasFilter(filters: VendorFilters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== undefined);
}

/** Folded away while none is set, so that a name and a city stay the two things to type. */
export function renderFilters(filters: VendorFilters): Html {
  const selects = FILTER_NAMES.map((name) =>
    renderSelect({
      name,
      label: LABELS[name].label,
      value: filters[name] ?? '',
      required: false,
      choices: [
        { value: '', label: LABELS[name].any },
        ...FILTER_VALUES[name].map((value) => ({ value, label: describeValue(name, value) })),
      ],
    }),
  );
  return html`<details class="filters"${hasFilter(filters) ? ' open' : ''}><summary>Filters: county, license, grade, verdict</summary>
<div class="filter-fields">${selects}</div></details>`;
}

/** "the filter “Orange County”", "the filter “Verdict today: CLEAR”", "the city “Tampa”". */
export function describeFilter(name: FilterName | 'city', filters: VendorFilters, city: string): string {
  if (name === 'city') return `the city “${city.trim()}”`;
  const value = filters[name] ?? '';
  const said = name === 'county' ? `${value} County` : `${LABELS[name].label}: ${describeValue(name, value)}`;
  return `the filter “${said}”`;
}

function describeValue(name: FilterName, value: string): string {
  const kinds: Readonly<Record<string, string>> = LICENSE_KIND_NAMES;
  const noGrade: Readonly<Record<string, { readonly short: string }>> = NO_GRADE;
  if (name === 'kind') return kinds[value] ?? value;
  return name === 'grade' ? (noGrade[value]?.short ?? value) : value;
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
  const choices = values.map((each) => describeValue(name, each)).join(', ');
  const offered =
    name === 'county' ? 'Choose a county of the list, such as Orange.' : `Choose one of: ${choices}.`;
  throw new AppError(
    'invalid_parameter',
    `“${text.slice(0, 40)}” is not a choice of the filter “${LABELS[name].label}”. ${offered}`,
    { parameter: name },
  );
}
