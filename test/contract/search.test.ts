import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { decideOn } from '../../src/judgment/policy/policy.ts';
import { SearchRow } from '../../src/judgment/scorecard/schemas.ts';
import { foldForSearch } from '../../src/lib/text/text.ts';
import { listFacts } from '../../src/records/read/service.ts';
import { CUISINES } from '../../src/records/record/cuisine-messages.ts';
import { parsePublishedFacts } from '../../src/records/record/decision-facts.ts';
import {
  COUNTY_NAMES,
  GRADES_SHOWN,
  LICENSE_KINDS,
  VERDICTS_GIVEN,
  type VendorFilters,
} from '../../src/records/record/filters.ts';
import { openLiteralSearch } from '../../src/search/find/search-store.ts';
import { assertMatches } from '../support/check.ts';
import { DEMO_DAY, type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { describeBothEngines } from '../support/engines.ts';

type Row = ReturnType<typeof rowOf>;

function rowOf(summary: string) {
  return JSON.parse(summary) as Omit<SearchRowType, 'scorecard_url' | 'verdict' | 'match'>;
}
type SearchRowType = import('typebox').Static<typeof SearchRow>;

/** Contract 4.2: search. Literal matches in a record come first, followed by similar ones. */
describeBothEngines('searching vendors', (openDatabase) => {
  let demo: DemoApp;

  before(async () => {
    demo = await openDemoApp(await openDatabase());
  });
  after(() => demo.close());

  const find = async (
    q: string,
    filters: VendorFilters = {},
    { city = '', limit = 100, offset = 0 } = {},
  ) => {
    const found = await demo.services.finder.search({ q, city, filters, limit, offset });
    return { ...found, rows: found.rows.map(({ summary, ...rest }) => ({ ...rowOf(summary), ...rest })) };
  };
  const idsOf = (rows: readonly Pick<Row, 'id'>[]) => rows.map(({ id }) => id);
  const said = async (q: string) =>
    (await find(q)).rows.map(({ name, match }) => `${name}: ${match?.reasons.join(' ') ?? 'literal'}`);

  test('finds a city by each of its spellings', async () => {
    const { rows } = await find('', {}, { limit: 1_000 });
    const count = (city: string) => rows.filter((row) => row.city === city).length;
    const total = async (city: string, q = '') => (await find(q, {}, { city })).total;
    for (const [city, ...spellings] of [
      ['ST PETERSBURG', 'SAINT PETERSBURG', 'St. Pete', 'st petersburg, fl'],
      ['FORT LAUDERDALE', 'Ft Lauderdale', 'FT. LAUDERDALE'],
    ] as const) {
      assert.ok(count(city) > 0, `the demo has vendors in ${city}`);
      for (const spelling of spellings) assert.equal(await total(spelling), count(city), spelling);
    }
    const name = rows.find(({ city }) => city === 'ST PETERSBURG')?.name ?? '';
    assert.ok((await total('saint pete', name)) > 0, 'with words, too');
    assert.equal(await total('Fort'), 0, 'part of a city’s name is not a city');
    assert.equal(await total('Atlantis'), 0);
  });

  test('finds a city in any spelling in the typed text, by itself or after other words', async () => {
    const everybody = (await find('', {}, { limit: 1_000 })).rows;
    const inCity = (city: string) => idsOf(everybody.filter((row) => row.city === city)).sort();
    for (const [city, ...spellings] of [
      ['ST PETERSBURG', 'Saint Petersburg', 'St. Pete', 'saint petersburg, FL'],
      ['FORT LAUDERDALE', 'Ft Lauderdale', 'ft. lauderdale'],
    ] as const)
      for (const typed of spellings) {
        assert.ok(inCity(city).length > 0);
        const found = idsOf((await find(typed, {}, { limit: 1_000 })).rows);
        for (const id of inCity(city)) assert.ok(found.includes(id), `${typed}: ${id}`);
        const word = 'taco';
        const both = (await find(`${word} ${typed}`, {}, { limit: 1_000 })).rows.filter(
          ({ match }) => match === null,
        );
        const expected = everybody.filter(
          (row) => row.city === city && `${row.name} ${row.aka ?? ''}`.toLowerCase().includes(word),
        );
        assert.deepEqual(idsOf(both).sort(), idsOf(expected).sort(), `${word} ${typed}`);
      }
  });

  test('returns literal matches first, in an order that similar matches do not change', async () => {
    const all = (await find('', {}, { limit: 1_000 })).rows;
    const texts = all.flatMap(({ name, aka, city, license }) => [
      name,
      aka ?? '',
      city ?? '',
      license.number,
    ]);
    const folded = texts.map(foldForSearch).filter((text) => text !== '');
    const queries = new Set([
      ...folded,
      ...folded.flatMap((text) => text.split(' ')),
      ...folded.flatMap((text) => (/\d/.test(text) ? [] : [text.slice(0, 5)])),
    ]);
    assert.ok(queries.size > 500);
    for (const q of queries) {
      const digits = /^[a-z]*(\d{7})$/.exec(q)?.[1] ?? (/^\d{3,}$/.test(q) ? q : '');
      const phrase = digits || q.trim();
      const terms = digits ? [digits] : [...new Set(phrase.split(' '))].slice(0, 8);
      const before = { terms, phrase, digits, cities: [], filters: {} };
      const literal = await demo.database.published.use(({ sqlite }) =>
        openLiteralSearch(sqlite).listMatches(before, { limit: 100, offset: 0 }),
      );
      const now = await find(q);
      assert.ok(literal.total > 0, q);
      assert.deepEqual(idsOf(now.rows.filter(({ match }) => match === null)), literal.ids, q);
      assert.deepEqual(idsOf(now.rows).slice(0, literal.ids.length), literal.ids, q);
      assert.equal(now.literal, literal.total, q);
    }
  });

  test('finds a vendor by a misspelled name, other words, or a number with a wrong digit, and explains why', async () => {
    assert.deepEqual((await said('notional narwal sushi'))[0], 'NOTIONAL NARWHAL SUSHI: spelled_alike');
    assert.deepEqual(
      (await said('quixotik quetzal'))[0],
      'LEGENDARY LEMUR LEMONADE: former_name spelled_alike',
    );
    assert.ok((await said('5890997')).every((row) => row.endsWith('number_alike')));
    assert.ok((await said('589007')).includes('NOTIONAL NARWHAL SUSHI: digit_missing'));
  });

  test('returns every literal and similar match once across its pages, and a total that counts both', async () => {
    for (const q of ['notional narwal', 'narwhal sushi', 'pelican tacos', 'taco', '589007']) {
      const whole = await find(q);
      const pages: string[] = [];
      for (let offset = 0; offset < whole.total; offset += 3) {
        const page = await find(q, {}, { limit: 3, offset });
        assert.deepEqual([page.total, page.literal], [whole.total, whole.literal]);
        pages.push(...idsOf(page.rows));
      }
      assert.deepEqual(pages, idsOf(whole.rows), q);
      assert.equal(new Set(pages).size, Math.min(whole.total, 100), q);
    }
  });

  test('applies a filter to literal and similar rows, and shows fields that match it', async () => {
    const all = (await find('', {}, { limit: 1_000 })).rows;
    const shown = {
      county: ({ county }: Row) => county ?? '',
      kind: ({ license }: Row) => license.type,
      cuisine: ({ cuisine }: Row) => cuisine ?? '',
      grade: ({ grade, grade_status: status }: Row) => grade ?? status,
    };
    const values = { county: COUNTY_NAMES, kind: LICENSE_KINDS, cuisine: CUISINES, grade: GRADES_SHOWN };
    for (const name of ['county', 'kind', 'cuisine', 'grade'] as const)
      for (const value of values[name]) {
        const found = (await find('', { [name]: value }, { limit: 1_000 })).rows;
        const expected = all.filter((row) => shown[name](row) === value);
        assert.deepEqual(idsOf(found), idsOf(expected), `${name} ${value}`);
      }
    const alike = await find('narwal', { county: 'Orange', kind: 'food_truck' });
    assert.ok(alike.rows.length > 0);
    for (const row of alike.rows)
      assert.deepEqual(
        [row.county, row.license.type, row.match?.reasons],
        ['Orange', 'food_truck', ['spelled_alike']],
      );
  });

  test('shows and filters by the policy’s verdict as of the day of publication', async () => {
    const facts = (await listFacts(demo.database.published.db)).map(parsePublishedFacts);
    for (const verdict of VERDICTS_GIVEN) {
      const expected = facts.filter((each) => decideOn(each, { today: DEMO_DAY }).verdict === verdict);
      const found = (await find('', { verdict }, { limit: 1_000 })).rows;
      assert.deepEqual(idsOf(found).sort(), expected.map(({ vendor }) => vendor.id).sort(), verdict);
      assert.ok(
        found.every((row) => row.verdict === verdict),
        `each row says ${verdict}`,
      );
    }
  });

  test('says for an empty result how many matches there would be without each filter', async () => {
    const { rows } = await find('notional narwhal sushi');
    const other = rows[0]?.county === 'Baker' ? 'Bay' : 'Baker';
    const found = await find('notional narwhal sushi', { county: other, kind: 'food_truck' });
    assert.deepEqual(
      [found.total, [...found.without]],
      [
        0,
        [
          ['county', 1],
          ['kind', 0],
        ],
      ],
    );
  });

  test('accepts a filter in any case and punctuation', async () => {
    for (const [typed, canonical] of [
      ['county=orange', 'county=Orange'],
      ['county=ORANGE+COUNTY', 'county=Orange'],
      ['county=miami+dade', 'county=Miami-Dade'],
      ['county=st+johns', 'county=St.+Johns'],
      ['kind=Food+Truck', 'kind=food_truck'],
      ['cuisine=ice-cream+and+desserts', 'cuisine=Ice+cream+and+desserts'],
      ['grade=a', 'grade=A'],
      ['verdict=Conditional', 'verdict=CONDITIONAL'],
    ] as const) {
      const asTyped = await demo.get(`/api/vendors?${typed}`);
      const asSpelled = await demo.get(`/api/vendors?${canonical}`);
      assert.deepEqual([typed, asTyped.status], [typed, 200]);
      assert.deepEqual(asTyped.json, asSpelled.json);
      assert.equal(asTyped.headers['x-total-count'], asSpelled.headers['x-total-count']);
    }
  });

  test('finds a license number in any surrounding text', async () => {
    for (const q of [
      'MFD 5890001 Pretend Pelican',
      'MFD5890001, no such name',
      'Lic# 5890001 exp 10/2027',
      'MFD５８９０００１',
    ]) {
      const { rows, total } = await find(q);
      assert.deepEqual([q, total, rows[0]?.license.number], [q, 1, 'MFD5890001']);
    }
  });

  test('explains in the API why a row is listed, and names a filter that has an unknown value', async () => {
    const { json, headers } = await demo.get('/api/vendors?q=notional+narwal+sushi&county=Orange&verdict=');
    assertMatches(Type.Array(SearchRow), json);
    const rows = json as SearchRowType[];
    assert.deepEqual(rows[0]?.match, { reasons: ['spelled_alike'], sureness: 'sure' });
    assert.equal(rows[0]?.verdict, 'DECLINE', 'a vendor on hold');
    assert.equal(headers['x-total-count'], String(rows.length));
    for (const [name, value] of [
      ['county', 'Nowhere'],
      ['kind', 'boat'],
      ['grade', 'E'],
      ['verdict', 'clearly'],
    ]) {
      const refused = await demo.get(`/api/vendors?q=taco&${name}=${value}`);
      assert.equal(refused.status, 400);
      assert.match(refused.body, new RegExp(`\\\\"${name}\\\\"`));
    }
  });
});
