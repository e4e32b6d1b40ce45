import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { renderBars } from './bars.ts';
import { renderColumns } from './columns.ts';
import { renderScale } from './scale.ts';
import { renderTrend, type TrendPoint } from './trend.ts';

const HOSTILE = '<script>"&\'';
const WORDS = { id: 'it', title: 'Title', description: 'Description.' };
const BANDS = [
  { name: 'A', least: 86 },
  { name: 'B', least: 50 },
  { name: 'F', least: 0 },
];

/** Asserts that a chart has a name, is styled only by classes, and has only finite numbers as coordinates. */
function assertChart(markup: string): void {
  assert.match(markup, /<svg class="chart" [^>]*role="img" aria-labelledby="it-title it-desc">/);
  assert.match(markup, /<title id="it-title">[^<]+<\/title>\n<desc id="it-desc">[^<]+<\/desc>/);
  assert.doesNotMatch(markup, /style=|fill=|stroke=|NaN|Infinity|undefined|="-\d+[^"]*" height/);
}

function rectangles(markup: string, name: string): { x: number; y: number; height: number; width: number }[] {
  const picture = markup.split('<figcaption>')[0] ?? '';
  return [...picture.matchAll(new RegExp(`<rect class="${name}" ([^/]*)/>`, 'g'))].map(
    ([, attributes = '']) => {
      const value = (key: string) => Number(new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1]);
      return { x: value('x'), y: value('y'), height: value('height'), width: value('width') };
    },
  );
}

const count = fc.integer({ min: 0, max: 60 });
const point: fc.Arbitrary<{ [Name in keyof TrendPoint]: Exclude<TrendPoint[Name], null> }> = fc.record({
  date: fc.constantFrom('2024-01-31', '2025-12-01', HOSTILE),
  high_priority: count,
  intermediate: count,
  basic: count,
});

describe('the trend chart', () => {
  test('labels unknown counts as not on file and does not draw a column for them', () => {
    const unknown = { date: '2025-12-01', high_priority: null, intermediate: null, basic: null };
    const markup = renderTrend([unknown], WORDS).toString();
    assertChart(markup);
    assert.equal(markup.split('not on file').length - 1, 3);
    assert.match(markup, /class="chart-value"[^>]*>\?</);
    assert.deepEqual(rectangles(markup, 'chart-basic'), []);
  });

  test('shows every point as a table row and as a proportional column within the picture', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), (points) => {
        const markup = renderTrend(points, WORDS).toString();
        assertChart(markup);
        assert.doesNotMatch(markup, /<script>/);
        assert.equal(markup.split('<th scope="row">').length - 1, points.length);
        for (const name of ['high_priority', 'intermediate', 'basic'] as const) {
          const drawn = rectangles(markup, `chart-${name}`);
          const shown = points.map((each) => each[name]).filter((value) => value > 0);
          assert.equal(drawn.length, shown.length);
          for (const { y, height } of drawn) assert.ok(y >= 20 && y + height <= 176.2);
          const most = Math.max(...shown);
          const highest = Math.max(...drawn.map(({ height }) => height));
          for (const [index, value] of shown.entries())
            assert.ok(Math.abs((drawn[index]?.height ?? 0) / highest - value / most) < 0.12);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('draws columns in the given order and lists the same figures in the table', () => {
    const markup = renderTrend(
      [
        { date: '2024-01-31', high_priority: 1, intermediate: 0, basic: 2 },
        { date: '2025-02-01', high_priority: 3, intermediate: 0, basic: 0 },
      ],
      WORDS,
    ).toString();
    const [first, second] = rectangles(markup, 'chart-high_priority');
    assert.ok(first && second && first.x < second.x && first.height < second.height);
    assert.match(
      markup,
      /Jan 31, 2024<\/time><\/th><td class="amount">1<\/td><td class="amount">0<\/td><td class="amount">2<\/td>/,
    );
    assert.match(markup, /<tspan x="[\d.]+">Jan<\/tspan><tspan x="[\d.]+" dy="15">2024<\/tspan>/);
  });

  test('draws zero findings as zero, not as a blank chart', () => {
    const markup = renderTrend(
      [{ date: '2024-01-31', high_priority: 0, intermediate: 0, basic: 0 }],
      WORDS,
    ).toString();
    assertChart(markup);
    assert.match(markup, /<text class="chart-value"[^>]*>0<\/text>/);
  });

  test('draws grid lines only at whole numbers of violations', () => {
    const one = renderTrend(
      [{ date: '2024-01-31', high_priority: 1, intermediate: 0, basic: 0 }],
      WORDS,
    ).toString();
    assert.deepEqual(
      [...one.matchAll(/text-anchor="end">([^<]*)</g)].map(([, text]) => text),
      ['0', '1'],
    );
  });
});

describe('a bar chart', () => {
  const columns = ['County', 'Vendors'] as const;

  test('draws proportional bars, shows each value next to its bar and in the table, and escapes labels', () => {
    const rows = [
      { label: HOSTILE, value: 1_234 },
      { label: 'B'.repeat(80), value: 617, text: '617 of 9' },
      { label: 'Clay', value: 0 },
    ];
    const markup = renderBars(rows, { ...WORDS, columns }).toString();
    assertChart(markup);
    assert.doesNotMatch(markup, /<script>/);
    const [first, second, third] = rectangles(markup, 'chart-bar').map(({ width }) => width);
    assert.deepEqual([first, second, third], [296, 148, 0]);
    assert.match(markup, /<td class="amount">1,234<\/td>/);
    assert.equal(markup.split('617 of 9').length, 3);
    assert.ok(markup.includes(`<th scope="row">${'B'.repeat(80)}</th>`));
    assert.ok(markup.includes(`${'B'.repeat(45)}…</text>`));
  });

  test('scales bars to a given maximum, never draws past it, and accepts empty or all-zero data', () => {
    const width = (value: number, max: number) =>
      rectangles(renderBars([{ label: 'All', value }], { ...WORDS, columns, max }).toString(), 'chart-bar')[0]
        ?.width;
    assert.deepEqual([width(25, 100), width(200, 100), width(0, 0)], [74, 296, 0]);
    assertChart(renderBars([], { ...WORDS, columns }).toString());
  });

  test('puts a letter left of its bar, and draws quiet values in gray on the same scale', () => {
    const rows = [
      { label: 'A', value: 50 },
      { label: 'No letter', value: 100, isQuiet: true },
    ];
    const markup = renderBars(rows, { ...WORDS, columns }).toString();
    assertChart(markup);
    assert.match(markup, /<rect class="chart-bar" x="24" y="6" width="136"/);
    assert.match(markup, /<rect class="chart-bar chart-quiet" x="0" y="59" width="272"/);
  });
});

describe('a column chart', () => {
  test('draws proportional columns with short labels, and lists the full ones in the table', () => {
    const months = [
      { label: 'March 2026', short: 'Mar', value: 10 },
      { label: 'April 2026', short: 'Apr', value: 5, text: '–' },
    ];
    const markup = renderColumns(months, {
      ...WORDS,
      columns: ['Month', 'Visits'],
      language: 'en',
    }).toString();
    assertChart(markup);
    const [march, april] = rectangles(markup, 'chart-bar').map(({ height }) => height);
    assert.deepEqual([march, april], [106, 53]);
    assert.match(markup, /<th scope="row">April 2026<\/th><td class="amount">–<\/td>/);
  });
});

describe('the scale', () => {
  test('highlights the band that contains the value, even if the value is the lowest in its band', () => {
    for (const [value, name] of [
      [100, 'A'],
      [86, 'A'],
      [85.9, 'B'],
      [50, 'B'],
      [0, 'F'],
    ] as const) {
      const markup = renderScale(value, BANDS, WORDS).toString();
      assertChart(markup);
      assert.equal(markup.match(/class="chart-here"/g)?.length, 1);
      assert.match(markup, new RegExp(`class="chart-here-text"[^>]*>${name}<`));
      assert.ok(markup.includes(`>${value.toFixed(1)}</text>`));
    }
  });
});
