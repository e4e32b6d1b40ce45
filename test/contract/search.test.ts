import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { addDays } from '../../src/lib/dates.ts';
import { foldForSearch } from '../../src/lib/text.ts';
import { parsePublishedFacts } from '../../src/registry/vendors/decision-facts.ts';
import {
  COUNTY_NAMES,
  GRADES_SHOWN,
  LICENSE_KINDS,
  VERDICTS_GIVEN,
  type VendorFilters,
} from '../../src/registry/vendors/filters.ts';
import { rememberCounts } from '../../src/registry/vendors/match-counts.ts';
import { walkNames } from '../../src/registry/vendors/name-walk-store.ts';
import { decideOn } from '../../src/registry/vendors/policy.ts';
import { SearchRow } from '../../src/registry/vendors/schemas.ts';
import { findVendors } from '../../src/registry/vendors/search-service.ts';
import { listMatches } from '../../src/registry/vendors/search-store.ts';
import { listFacts } from '../../src/registry/vendors/service.ts';
import { assertMatches } from '../support/check.ts';
import { countStatements } from '../support/count-statements.ts';
import { DEMO_DAY, type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { describeBothEngines } from '../support/engines.ts';

type Row = ReturnType<typeof rowOf>;

function rowOf(summary: string) {
  return JSON.parse(summary) as Omit<SearchRowType, 'scorecard_url' | 'verdict' | 'match'>;
}
type SearchRowType = import('typebox').Static<typeof SearchRow>;

/** Contract 4.2: search; what stands literally in a record comes first, then what is alike. */
describeBothEngines('searching vendors', (openDatabase) => {
  let demo: DemoApp;

  before(async () => {
    demo = await openDemoApp(await openDatabase());
  });
  after(() => demo.close());

  const find = async (
    q: string,
    filters: VendorFilters = {},
    { city = '', limit = 100, offset = 0, today = DEMO_DAY, db = demo.database.db } = {},
  ) => {
    const context = { registryDb: db, engine: demo.database.engine, finder: demo.services.finder };
    const found = await findVendors(context, { q, city, filters, limit, offset, today });
    return { ...found, rows: found.rows.map(({ summary, ...rest }) => ({ ...rowOf(summary), ...rest })) };
  };
  const idsOf = (rows: readonly Pick<Row, 'id'>[]) => rows.map(({ id }) => id);
  const said = async (q: string) =>
    (await find(q)).rows.map(({ name, match }) => `${name}: ${match?.reasons.join(' ') ?? 'literal'}`);

  test('a city is found in each of its spellings', async () => {
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
    assert.equal(await total('Fort'), 0, 'a part of a city is no city');
    assert.equal(await total('Atlantis'), 0);
  });

  test('a city in whatever spelling is found by what is typed, alone and behind other words', async () => {
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

  test('short words give the same vendors in the same order, whether all matches are ranked or the index is walked', async () => {
    const { db, engine } = demo.database;
    const letters = [...'abcdefghijklmnopqrstuvwxyz1'];
    const pairs = ['ta', 'st', 'fl', 'or', 'an', 'qz', 'th', 'le'];
    const queries = [...letters, ...pairs, 'a b', 'b a', 'o a', 'ta co', 's a', 'p o', 't t', 'e n s'];
    const filters: readonly VendorFilters[] = [{}, { kind: 'food_truck' }, { grade: 'A', county: 'Orange' }];
    const deep = { counts: rememberCounts(() => 'one'), bounds: { rankedMax: 0, walkedMax: 0 } };
    let found = 0;
    for (const phrase of queries)
      for (const filter of phrase.length > 2 ? filters : filters.slice(0, 2)) {
        const terms = [...new Set(phrase.split(' '))];
        const query = { terms, phrase, digits: '', cities: [], filters: filter, today: DEMO_DAY };
        const list = async (rankedMax: number, limit: number, offset: number) =>
          listMatches(db, engine, query, { limit, offset }, { bounds: { rankedMax, walkedMax: 10_000 } });
        const ranked = await list(Number.MAX_SAFE_INTEGER, 10_000, 0);
        for (const [limit, offset] of [
          [10_000, 0],
          [7, 5],
        ] as const)
          assert.deepEqual(
            await listMatches(db, engine, query, { limit, offset }, deep),
            { total: ranked.total, ids: ranked.ids.slice(offset, offset + limit) },
            `${phrase}, by positions, from ${offset}`,
          );
        assert.deepEqual(await list(0, 10_000, 0), ranked, `${phrase}, whole`);
        for (const offset of [0, 3, ranked.total - 2].filter((each) => each >= 0))
          assert.deepEqual(
            await list(0, 5, offset),
            { total: ranked.total, ids: ranked.ids.slice(offset, offset + 5) },
            `${phrase} from ${offset}`,
          );
        found += ranked.total;
      }
    assert.ok(found > 10_000, `only ${found} found`);
  });

  test('a word that many vendors have gives the same ones in the same order, ranked, along the names, or from an order that is kept', async () => {
    const { db, engine } = demo.database;
    const vendors = await db.selectFrom('vendors').select(['search_name', 'search_text as text']).execute();
    const words = Map.groupBy(
      vendors.flatMap(({ search_name: name }) => name.split(' ').filter((word) => word.length > 3)),
      (word) => word,
    );
    const common = [...words].sort(([, a], [, b]) => b.length - a.length).map(([word]) => word);
    // Whole words, their beginnings and their insides.
    const some = common.slice(0, 8).flatMap((word) => [word, word.slice(0, 3), word.slice(1, 4)]);
    const seen = { walked: 0, total: 0 };
    for (const word of [...some, `${common[0]} ${common[1]}`, 'orlando', '350', 'qqq', '']) {
      const terms = word === '' ? [] : [...new Set(word.split(' '))];
      const query = { terms, phrase: word, digits: '', cities: [], filters: {}, today: DEMO_DAY };
      const listed = (
        rankedMax: number,
        walkedMax: number,
        page: { limit: number; offset: number },
        kept = false,
      ) =>
        listMatches(db, engine, query, page, {
          bounds: { rankedMax, walkedMax },
          ...(kept ? { counts: rememberCounts(() => 'one') } : {}),
        });
      const ranked = await listed(Number.MAX_SAFE_INTEGER, 10_000, { limit: 10_000, offset: 0 });
      const having = vendors.filter(({ text }) => terms.every((term) => text.includes(term)));
      assert.equal(ranked.total, having.length, word);
      for (const offset of [0, 3, 20, ranked.total - 2].filter((each) => each >= 0)) {
        const page = { limit: 5, offset };
        const expected = { total: ranked.total, ids: ranked.ids.slice(offset, offset + 5) };
        assert.deepEqual(await listed(0, 0, page, true), expected, `${word} from ${offset}, kept`);
        if (terms.length !== 1) continue;
        const walked = await walkNames(db, engine, word, { ...page, stepsMax: 10_000 });
        if (!walked) continue;
        assert.deepEqual(walked, expected.ids, `${word} from ${offset}, along the names`);
        seen.walked += 1;
      }
      seen.total += ranked.total;
    }
    // Otherwise nothing would have been shown.
    assert.ok(seen.walked > 20 && seen.total > 300, JSON.stringify(seen));
  });

  test('a rare pair of letters is found in every text that has it, at its end too, and in no other', async () => {
    const { db, engine } = demo.database;
    const texts = await db.selectFrom('vendors').select(['id', 'search_text as text']).execute();
    const pairs = await db.selectFrom('short_terms').select(['term', 'vendors']).execute();
    const bounds = { rankedMax: Number.MAX_SAFE_INTEGER, walkedMax: 10_000 };
    for (const { term, vendors } of [...pairs, { term: '日本', vendors: 0 }].filter(
      ({ term }) => term.length === 2,
    )) {
      const query = { terms: [term], phrase: term, digits: '', cities: [], filters: {}, today: DEMO_DAY };
      const { ids, total } = await listMatches(db, engine, query, { limit: 10_000, offset: 0 }, { bounds });
      const having = texts.flatMap(({ id, text }) => (text.includes(term) ? [id] : []));
      assert.equal(total, vendors, term);
      assert.deepEqual(ids.toSorted(), having.toSorted(), term);
    }
  });

  test('all matches of a short word are put in order once for all its deep pages, and anew when the records changed', async () => {
    const { engine } = demo.database;
    const counted = countStatements(demo.database.db);
    let edition: string | undefined = '1';
    const options = { counts: rememberCounts(() => edition), bounds: { rankedMax: 0, walkedMax: 10 } };
    const query = { terms: ['a'], phrase: 'a', digits: '', cities: [], filters: {}, today: DEMO_DAY };
    const page = async (offset: number) => {
      const before = counted.count();
      const { ids } = await listMatches(counted.db, engine, query, { limit: 20, offset }, options);
      return { ids, statements: counted.count() - before };
    };
    const ranked = await listMatches(counted.db, engine, query, { limit: 20, offset: 40 });
    const first = await page(40);
    assert.deepEqual(first.ids, ranked.ids);
    assert.ok(first.statements >= 4, 'the number, both halves by name, and the ids');
    assert.deepEqual(await page(40), { ids: ranked.ids, statements: 1 });
    const both = await Promise.all([page(20), page(60)]);
    assert.equal(both[0].statements + both[1].statements <= 4, true);
    edition = '2';
    assert.deepEqual(await page(40), first, 'another edition');
    edition = undefined;
    assert.deepEqual((await page(40)).ids, ranked.ids, 'nobody knows the edition');
    // A publication while the order is read: the page is of one statement instead.
    let asked = 0;
    const overtaken = { ...options, counts: rememberCounts(() => String(asked++)) };
    const { ids } = await listMatches(counted.db, engine, query, { limit: 20, offset: 40 }, overtaken);
    assert.deepEqual(ids, ranked.ids);
  });

  test('the number of matches is counted once for all pages of a search, and anew when the records changed', async () => {
    const counted = countStatements(demo.database.db);
    let edition: string | undefined = '1';
    const context = {
      ...{ registryDb: counted.db, engine: demo.database.engine, finder: demo.services.finder },
      counts: rememberCounts(() => edition),
    };
    const search = { q: 'a', city: '', filters: {}, limit: 5, offset: 0, today: DEMO_DAY };
    const statements = async (more: Partial<typeof search> = {}) => {
      const before = counted.count();
      await findVendors(context, { ...search, ...more });
      return counted.count() - before;
    };
    const first = await statements();
    assert.equal(await statements({ offset: 5 }), first - 1);
    assert.equal(await statements({ q: 'b' }), first, 'another search');
    edition = '2';
    assert.equal(await statements(), first, 'another edition');
    edition = undefined;
    assert.equal(await statements(), first, 'nobody knows the edition');
  });

  test('a literal search never gets worse: its hits come first, in the order they always had', async () => {
    const { db, engine } = demo.database;
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
      const before = { terms, phrase, digits, cities: [], filters: {}, today: DEMO_DAY };
      const literal = await listMatches(db, engine, before, { limit: 100, offset: 0 });
      const now = await find(q);
      assert.ok(literal.total > 0, q);
      assert.deepEqual(idsOf(now.rows.filter(({ match }) => match === null)), literal.ids, q);
      assert.deepEqual(idsOf(now.rows).slice(0, literal.ids.length), literal.ids, q);
      assert.equal(now.literal, literal.total, q);
    }
  });

  test('finds a vendor by a misspelled name, other words, and a number with a digit wrong, and says why', async () => {
    assert.deepEqual((await said('notional narwal sushi'))[0], 'NOTIONAL NARWHAL SUSHI: spelled_alike');
    assert.deepEqual(
      (await said('quixotik quetzal'))[0],
      'LEGENDARY LEMUR LEMONADE: former_name spelled_alike',
    );
    assert.ok((await said('5890997')).every((row) => row.endsWith('number_alike')));
    assert.ok((await said('589007')).includes('NOTIONAL NARWHAL SUSHI: digit_missing'));
  });

  test('its pages together hold every vendor once, literal and alike, and the total counts both', async () => {
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

  test('a filter holds for literal and alike rows, and the fields that rows show agree with it', async () => {
    const all = (await find('', {}, { limit: 1_000 })).rows;
    const shown = {
      county: ({ county }: Row) => county ?? '',
      kind: ({ license }: Row) => license.type,
      grade: ({ grade, grade_status: status }: Row) => grade ?? status,
    };
    const values = { county: COUNTY_NAMES, kind: LICENSE_KINDS, grade: GRADES_SHOWN };
    for (const name of ['county', 'kind', 'grade'] as const)
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

  test('the verdict that is filtered by, and that each row shows, is the one that the policy gives on that day', async () => {
    const facts = (await listFacts(demo.database.db)).map(parsePublishedFacts);
    for (const days of [0, 15, 59, 60, 61, 75, 400]) {
      const today = addDays(DEMO_DAY, days);
      for (const verdict of VERDICTS_GIVEN) {
        const expected = facts.filter(
          (each) => decideOn({ ...each, ...each }, { today }).verdict === verdict,
        );
        const found = (await find('', { verdict }, { limit: 1_000, today })).rows;
        assert.deepEqual(
          idsOf(found).sort(),
          expected.map(({ vendor }) => vendor.id).sort(),
          `${verdict} +${days}`,
        );
        assert.ok(
          found.every((row) => row.verdict === verdict),
          `each row says ${verdict} +${days}`,
        );
      }
    }
  });

  test('an empty result says how many there would be without each filter', async () => {
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

  test('takes at most five statements, whatever is typed', async () => {
    for (const [q, filters] of [
      ['taco', {}],
      ['notional narwal', {}],
      ['narwhal', { county: 'Orange', verdict: 'CLEAR' }],
      ['zzzz', { county: 'Orange', verdict: 'CLEAR' }],
    ] as const) {
      const { db, count } = countStatements(demo.database.db);
      await find(q, filters, { db, limit: 2 });
      assert.ok(count() <= 5, `${q}: ${count()}`);
    }
  });

  test('a filter is found in any case and punctuation, and means the same', async () => {
    for (const [typed, canonical] of [
      ['county=orange', 'county=Orange'],
      ['county=ORANGE+COUNTY', 'county=Orange'],
      ['county=miami+dade', 'county=Miami-Dade'],
      ['county=st+johns', 'county=St.+Johns'],
      ['kind=Food+Truck', 'kind=food_truck'],
      ['grade=a', 'grade=A'],
      ['verdict=Conditional', 'verdict=CONDITIONAL'],
    ] as const) {
      const [asTyped, asSpelled] = [
        await demo.get(`/api/vendors?${typed}`),
        await demo.get(`/api/vendors?${canonical}`),
      ];
      assert.deepEqual([typed, asTyped.status], [typed, 200]);
      assert.deepEqual(asTyped.json, asSpelled.json);
      assert.equal(asTyped.headers['x-total-count'], asSpelled.headers['x-total-count']);
    }
  });

  test('a license number is found in any text around it', async () => {
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

  test('the API says why a row is there, and names a filter that has no such value', async () => {
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
