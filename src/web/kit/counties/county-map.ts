import type { Language } from '../../../lib/language/language.ts';
import { countySlug } from '../../../lib/text/county-slug.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { percent } from './county-table.ts';
import { COUNTIES } from './county-table-messages.ts';

type County = StoredStatistics['by_county'][number];

/**
 * A tile map of the state with one tile per county, placed next to its neighbors as far as a grid allows.
 * Small counties are as visible as large ones. Each row here is a row of the map, from west to east.
 */
const ROWS: readonly (readonly [from: number, ...names: string[]])[] = [
  [
    0,
    ...['Escambia', 'Santa Rosa', 'Okaloosa', 'Walton', 'Holmes', 'Jackson', 'Gadsden', 'Leon', 'Jefferson'],
    ...['Madison', 'Hamilton', 'Columbia', 'Baker', 'Nassau'],
  ],
  [
    4,
    'Washington',
    'Calhoun',
    'Liberty',
    'Wakulla',
    'Taylor',
    'Lafayette',
    'Suwannee',
    'Union',
    'Bradford',
    'Duval',
  ],
  [4, 'Bay', 'Gulf', 'Franklin', '', '', 'Dixie', 'Gilchrist', 'Alachua', 'Clay', 'St. Johns'],
  [10, 'Levy', 'Marion', 'Putnam', 'Flagler'],
  [10, 'Citrus', 'Sumter', 'Lake', 'Volusia'],
  [10, 'Hernando', 'Pasco', 'Orange', 'Seminole'],
  [9, 'Pinellas', 'Hillsborough', 'Polk', 'Osceola', 'Brevard'],
  [10, 'Manatee', 'Hardee', 'Highlands', 'Indian River'],
  [10, 'Sarasota', 'DeSoto', 'Okeechobee', 'St. Lucie'],
  [10, 'Charlotte', 'Glades', 'Martin'],
  [10, 'Lee', 'Hendry', 'Palm Beach'],
  [11, 'Collier', 'Broward'],
  [11, 'Monroe', 'Miami-Dade'],
];

/** Abbreviations for counties whose first three letters are taken by another county. */
const SHORT: Readonly<Record<string, string>> = {
  Calhoun: 'CLH',
  Charlotte: 'CHA',
  Columbia: 'CLM',
  Hardee: 'HRD',
  Hernando: 'HRN',
  Highlands: 'HGL',
  Manatee: 'MNT',
  Marion: 'MRN',
  Martin: 'MRT',
  'Miami-Dade': 'DAD',
  'Palm Beach': 'PBC',
  'Santa Rosa': 'SRO',
  'St. Johns': 'STJ',
  'St. Lucie': 'STL',
  'Indian River': 'IND',
};

/** The shares at which a tile gets a darker shade. */
const STEPS = [0.2, 0.3, 0.4, 0.5] as const;
const TILE = 44;
const GAP = 3;
const COLUMNS = 14;

/** Lists every county with its position on the map. */
export function listTiles(): {
  readonly name: string;
  readonly short: string;
  readonly x: number;
  readonly y: number;
}[] {
  return ROWS.flatMap(([from, ...names], y) =>
    names.flatMap((name, index) =>
      name === '' ? [] : { name, short: SHORT[name] ?? name.slice(0, 3).toUpperCase(), x: from + index, y },
    ),
  );
}

/**
 * Draws a map of the share of inspected vendors with a high-priority violation. The map links to the county
 * table, which has the same values, for readers who cannot see the map or use a mouse.
 */
export function renderCountyMap(counties: readonly County[], language: Language): Html {
  const t = COUNTIES[language];
  const shares = new Map(counties.map(({ county, high_priority_12m: share }) => [county, share]));
  const tiles = listTiles().map(({ name, short, x, y }) => {
    const share = shares.get(name) ?? null;
    const text = share === null ? '–' : `${Math.round(share * 100)}%`;
    return html`<a href="/florida/${countySlug(name)}" tabindex="-1" class="tile ${stepOf(share)}"><title>${name}: ${percent(share)}</title><rect x="${x * TILE}" y="${y * TILE}" width="${TILE - GAP}" height="${TILE - GAP}" rx="3"/><text class="tile-name" x="${x * TILE + (TILE - GAP) / 2}" y="${y * TILE + 18}">${short}</text><text class="tile-share" x="${x * TILE + (TILE - GAP) / 2}" y="${y * TILE + 34}">${text}</text></a>`;
  });
  return html`<figure class="chart-figure"><figcaption>${t.map}</figcaption>
<svg class="chart county-map" viewBox="0 0 ${COLUMNS * TILE} ${ROWS.length * TILE}" aria-hidden="true" focusable="false">
${joinHtml(tiles, '\n')}
</svg>
${renderKey(language)}</figure>`;
}

function renderKey(language: Language): Html {
  const t = COUNTIES[language];
  const whole = (share: number) => String(Math.round(share * 100));
  const labels = [
    t.below({ share: whole(STEPS[0]) }),
    ...STEPS.slice(0, -1).map((from, index) =>
      t.between({ from: whole(from), to: whole(STEPS[index + 1] ?? 1) }),
    ),
    t.above({ share: whole(STEPS.at(-1) ?? 1) }),
  ];
  const swatch = (step: string, label: string) =>
    html`<li><svg class="tile ${step}" width="16" height="16" aria-hidden="true"><rect width="16" height="16" rx="2"/></svg> ${label}</li>`;
  return html`<ul class="map-key">${labels.map((label, index) => swatch(`tile-${index}`, label))}${swatch('tile-none', t.unknown)}</ul>`;
}

function stepOf(share: number | null): string {
  return share === null ? 'tile-none' : `tile-${STEPS.filter((from) => share >= from).length}`;
}
