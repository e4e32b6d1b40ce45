import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertSoundPage } from '../support/application-samples.ts';
import { openTestSqlite } from '../support/engines.ts';
import {
  type DemoPages,
  decoded,
  HOSTILE,
  idOf,
  openDemoPages,
  openVendorPages,
  textOf,
} from './support/vendor-pages.ts';

/** Tests the site search (contract 4.2 "search matches name, prior name (aka), license number, or city"). */
describe('the search page', () => {
  let pages: DemoPages;

  before(async () => {
    pages = await openDemoPages();
  });
  after(() => pages.close());

  const said = async (query: string) => textOf((await pages.get(`/search?${query}`)).body);

  test('shows in each row the name, former name, license, place, and the grade or the reason there is none', async () => {
    assert.match(
      await said('q=MFD5890001'),
      /1 vendor for “MFD5890001” Results are .* Grade A Pretend Pelican Tacos MFD5890001 · Mexican · Winter Garden ✓ Clear to book/,
    );
    assert.match(await said('q=5890007'), /✕ Notional Narwhal Sushi .* On hold by the regulator\./);
    assert.match(await said('q=MFD-5890011'), /No grade Dreamt-Up .* No grade: license not confirmed\./);
    assert.match(await said('q=5890016'), /– Not enough record /);
    assert.match(await said('q=5890017'), /No inspections in the past year/);
    assert.match(
      await said('q=MFD5890001'),
      /Last visit [A-Z][a-z]+ \d+, \d{4}; \d+ inspections? in the past year, (no violations|\d+ violation)/,
    );
    assert.match(await said('q=5890007'), /Last visit [A-Z][a-z]+ \d+, \d{4}, closed; /);
    const spanish = textOf((await pages.get('/es/search?q=MFD5890001')).body);
    assert.match(
      spanish,
      /Última visita el \d+ de [a-z]+ de \d{4}; \d+ inspecci(ón|ones) en el último año, /,
    );
    assert.match(
      await said('q=quixotic'),
      /Legendary Lemur Lemonade formerly Quixotic Quetzal Lemonade MFD5890019/,
    );
    assert.match(await said('q=5890023'), /2 vendors for “5890023” .*MFD5890023 · .*CAT5890023 · /);
  });

  test('links each row to the vendor’s page, and keeps what was typed in the form', async () => {
    const { body } = await pages.get('/search?q=Pelican&city=winter%20garden');
    assertSoundPage(body);
    assert.ok(body.includes(`<a href="/vendor/${idOf('grade-a')}">Pretend Pelican Tacos</a>`));
    assert.match(body, /name="q" type="search" value="Pelican"/);
    assert.match(body, /name="city" type="text" value="winter garden"/);
  });

  test('shows every vendor once across its pages, along with the total', async () => {
    const names = new Set<string>();
    let [next, count]: [string | undefined, number] = ['/search', 0];
    while (next !== undefined) {
      const body = decoded((await pages.get(next)).body);
      assertSoundPage(body);
      assert.match(body, /<h2 id="results">120 vendors<\/h2>/);
      for (const [, id = ''] of body.matchAll(/<a href="\/vendor\/([^"]+)">/g)) names.add(id);
      count += 1;
      next = /<a rel="next" href="([^"]+)"/.exec(body)?.[1];
    }
    assert.deepEqual([names.size, count], [120, 6]);
    const second = decoded((await pages.get('/search?q=58900&page=2')).body);
    assert.match(second, /<ol class="results" start="21">/);
    assert.match(second, /<a rel="prev" href="\/search\?q=58900">/);
    assert.doesNotMatch(second, /rel="next"/);
    assert.match(textOf(second), /Page 2 of 2/);
  });

  test('gives hints if nothing is found, including a link that searches all cities if a city was set', async () => {
    const body = decoded((await pages.get('/search?q=zzzz&city=Miami')).body);
    assert.match(body, /No vendor found/);
    assert.match(body, /<a href="\/search\?q=zzzz">Search all cities<\/a>/);
    assert.doesNotMatch(await said('q=zzzz'), /Search all cities/);
    for (const query of ['q=!!!', 'q=%00', 'q=%25', 'q=%F0%9F%8C%AE'])
      assert.match(await said(query), /No vendor/);
  });

  test('suggests checking the digits and the files’ coverage, not trying other words, for an unknown number', async () => {
    for (const q of ['9999999999999', 'MFD99999999999', 'CAT%20%23%2099999', '9999999']) {
      const page = await said(`q=${q}`);
      assert.match(page, /No vendor found with this number .*Compare each digit .* MFD\d+/, q);
      assert.match(page, /If we can’t find a vendor, that doesn’t mean it’s unlicensed\./, q);
      assert.doesNotMatch(page, /Try one word/, q);
    }
    assert.match(await said('q=route%2066%20grill%20nobody'), /Try one word/);
  });

  test('asks “did you mean” if no vendor has the exact name, and shows why each match is listed and how likely it is', async () => {
    const body = decoded((await pages.get('/search?q=notional+narwal+sushi')).body);
    assertSoundPage(body);
    assert.match(textOf(body), /No vendor has this exact name\. Did you mean: .*Notional Narwhal Sushi/);
    assert.match(textOf(body), /Very likely: similar spelling\./);
    assert.match(
      await said('q=589007'),
      /No vendor has this exact number\. Did you mean: .*number with a digit missing/,
    );
  });

  test('keeps the filters in the form and in every page’s URL, and expands them if one is set', async () => {
    const body = decoded((await pages.get('/search?county=Orange&verdict=CLEAR&grade=&kind=')).body);
    assertSoundPage(body);
    assert.match(body, /<details class="filters" open>/);
    assert.match(body, /<option value="Orange" selected>Orange<\/option>/);
    assert.match(body, /<option value="CLEAR" selected>/);
    const trucks = decoded((await pages.get('/search?kind=food_truck')).body);
    assert.match(trucks, /<a rel="next" href="\/search\?kind=food_truck&page=2">/);
    assert.match(decoded((await pages.get('/search')).body), /<details class="filters"><summary>/);
  });

  test('filters by the food that a name mentions, and says that most names do not mention any', async () => {
    const body = decoded((await pages.get('/search?cuisine=mexican')).body);
    assertSoundPage(body);
    assert.match(body, /<option value="Mexican" selected>Mexican<\/option>/);
    const rows = [...body.matchAll(/<p class="small"><span class="number">[^<]*<\/span> · ([^<]*)<\/p>/g)];
    assert.ok(rows.length > 1);
    for (const [, facts = ''] of rows) assert.match(facts, /^Mexican( · |$)/);
    assert.match(textOf(body), /vendors whose name says what they serve/);
    assert.doesNotMatch(await said('county=Orange'), /whose name says/);
    const spanish = textOf((await pages.get('/es/search?cuisine=Mexican')).body);
    assert.match(spanish, /cuyo nombre dice qué sirven/);
    assert.match(
      await said('cuisine=Martian'),
      /“Martian” isn’t an option for the filter “Food, based on the name.”/,
    );
  });

  test('changes a filter’s letter case to the API’s spelling, also in the URLs of further pages', async () => {
    const body = decoded((await pages.get('/search?kind=Food%20Truck&county=&verdict=')).body);
    assert.match(body, /<a rel="next" href="\/search\?kind=food_truck&page=2">/);
    const orange = decoded((await pages.get('/search?county=orange')).body);
    assert.match(orange, /<option value="Orange" selected>/);
  });

  test('shows each row’s verdict as a word and a symbol, for today and not for an event', async () => {
    for (const [number, shown] of [
      ['MFD5890001', '✓ Clear to book'],
      ['5890007', '✕ Don’t book'],
      ['MFD-5890011', '? Review first'],
      ['5890017', '– Not enough record'],
    ] as const) {
      const text = await said(`q=${number}`);
      assert.ok(text.includes(shown), `${number}: ${shown}`);
      assert.match(text, /Results are as of today/);
    }
  });

  test('says which filter to remove if nothing is found', async () => {
    const body = decoded((await pages.get('/search?q=notional+narwhal+sushi&county=Baker')).body);
    assertSoundPage(body);
    assert.match(
      body,
      /<a href="\/search\?q=notional\+narwhal\+sushi">Remove the filter “Baker County” to see 1 vendor<\/a>/,
    );
    const graded = decoded((await pages.get('/search?q=notional+narwhal+sushi&grade=F')).body);
    assert.match(textOf(graded), /Remove the filter “Grade: F” to see 1 vendor \./);
  });

  test('rejects a filter value that the form does not offer, and lists the ones that it does', async () => {
    for (const [name, label, offered] of [
      ['county', 'County', 'Choose a county from the list, such as Orange.'],
      ['kind', 'Kind of license', 'Choose one of these: food truck, hot dog cart, caterer.'],
      ['grade', 'Grade', 'Choose one of these: A, B, C, D, F'],
      [
        'verdict',
        'Verdict today',
        'Choose one of these: Clear to book, Book with care, Review first / Not enough record, Don’t book.',
      ],
    ] as const) {
      const { status, body } = await pages.get(`/search?${name}=nonsense`);
      assert.equal(status, 400);
      assert.ok(
        textOf(body).includes(`“nonsense” isn’t an option for the filter “${label}.” ${offered}`),
        textOf(body),
      );
    }
  });

  test('says that a page is past the end, and does not cache the response', async () => {
    const { status, headers, body } = await pages.get('/search?q=5890001&page=9');
    assert.deepEqual([status, headers['cache-control']], [404, 'no-store']);
    assert.match(textOf(body), /There is no page 9 1 vendor found\. Go to the first page of results/);
  });

  for (const page of ['0', '-1', '1.5', 'x', '50001', '9999999', '1e3', ''])
    test(`rejects page=${page} and says which pages there are`, async () => {
      const { status, body } = await pages.get(`/search?page=${page}`);
      assert.equal(status, 400);
      assert.match(
        textOf(body),
        new RegExp(`There is no page “${page}”\\. Pages have whole numbers, from 1 to 50,000\\.`),
      );
    });

  test('rejects overlong text with an error next to the field', async () => {
    for (const field of ['q', 'city']) {
      const { status, body } = await pages.get(`/search?${field}=${'x'.repeat(101)}`);
      assert.equal(status, 400);
      assertSoundPage(body);
      assert.match(body, new RegExp(`id="${field}-error" role="alert"`));
      assert.match(textOf(body), /Type at most 100 characters\./);
    }
  });

  test('never shows what was typed as anything but text', async () => {
    const { body } = await pages.get(`/search?${new URLSearchParams({ q: HOSTILE, city: HOSTILE })}`);
    assertSoundPage(body);
    assert.doesNotMatch(body, /<script>|alert\("|"onload/);
    assert.ok(body.split('&#60;script&#62;').length > 4);
  });

  test('can be cached for a minute, and keeps results out of search engines', async () => {
    const plain = await pages.get('/search');
    const asked = await pages.get('/search?q=taco');
    assert.equal(plain.headers['cache-control'], 'public, max-age=60');
    assert.doesNotMatch(plain.body, /noindex/);
    assert.match(asked.body, /<meta name="robots" content="noindex">/);
    const again = await pages.get('/search?q=taco', { 'if-none-match': String(asked.headers.etag) });
    assert.equal(again.status, 304);
  });

  test('starts on a home page with a way in for both audiences, dated figures, and the API', async () => {
    const { body } = await pages.get('/');
    assertSoundPage(body);
    assert.match(body, /href="\/check"/);
    assert.match(body, /<form class="ask ask-line" action="\/check"/);
    assert.match(body, /href="\/es\/for-vendors"/);
    const text = textOf(body);
    for (const word of [
      /120 vendors/,
      /Records through March 1\d, 2026/,
      /✓ Clear to book .*– Not enough record .*✕ Don’t book/,
    ])
      assert.match(text, word);
  });

  test('shows a page when there are too many searches', async () => {
    const limited = await openVendorPages(pages.database, {
      limits: { SEARCH: 1, SCORECARD: 1, IDENTITY: 1 },
    });
    for (const address of [
      '/search',
      `/vendor/${idOf('grade-a')}`,
      `/improve/${idOf('grade-a')}`,
      '/llms.txt',
    ]) {
      assert.equal((await limited.get(address)).status, 200, address);
      const { status, body, headers } = await limited.get(address);
      assert.equal(status, 429, address);
      assert.match(String(headers['retry-after']), /^\d+$/);
      assert.match(body, /<h1>Too many requests<\/h1>/);
    }
    await limited.close();
  });
});

test('a search does not say “nothing found” before anything is published', async () => {
  const empty = await openTestSqlite();
  const pages = await openVendorPages(empty, { isFictional: async () => undefined });
  for (const address of ['/search?q=taco', `/vendor/${idOf('grade-a')}`, `/improve/${idOf('grade-a')}`]) {
    const { status, body } = await pages.get(address);
    assert.equal(status, 503, address);
    assert.match(body, /<h1>Not ready yet<\/h1>/);
  }
  await pages.close();
  await empty.close();
});
