import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { tidyLedger } from '../../src/jobs/tidy.ts';
import { displayName } from '../../src/records/record/display-name.ts';
import { openContainer } from '../../src/regulator/formats/container.ts';
import { readSheets } from '../../src/regulator/formats/sheets.ts';
import { rows } from '../support/check.ts';
import {
  DEMO_DAY,
  type DemoApp,
  NOW,
  openDemoApp,
  openTestApp,
  reservedNumber,
} from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { manyTexts, workbookParts, zipOf } from '../support/hostile-files.ts';
import { assertLoadsNothingFromElsewhere } from '../support/page-checks.ts';

const KEEP = { applications: 1_095, closed: 365, proof: 2_555 };

const FORM = 'application/x-www-form-urlencoded';
const EVENT = { event_type: 'festival', event_date: '2026-05-03' };

interface Named {
  readonly name: string;
  readonly city: string;
  readonly license: { readonly number: string };
}

/** Tests checking a list of vendors, from pasted text or an uploaded file to the verdicts. */
describeEngines('checking a list', (open) => {
  let database: TestDatabase;
  let demo: DemoApp;
  let [one, two, three]: Named[] = [];

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
    const { json } = await demo.get('/api/vendors?limit=3&offset=20');
    [one, two, three] = rows(json) as Named[];
  });
  after(() => demo.close());

  const post = async (url: string, fields: URLSearchParams, app = demo.app) => {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': FORM },
      payload: fields.toString(),
    });
    return { status: answer.statusCode, body: answer.body, headers: answer.headers };
  };
  const paste = (lines: string, app = demo.app) =>
    post('/check/list', new URLSearchParams({ lines, ...EVENT }), app);
  const send = async (parts: readonly { name: string; content: Buffer | string; file?: string }[]) => {
    const payload = Buffer.concat([
      ...parts.flatMap(({ name, content, file }) => [
        Buffer.from(
          `--b\r\ncontent-disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n`,
        ),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--b--\r\n'),
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await demo.app.inject({ method: 'POST', url: '/check/list', headers, payload });
    return { status: answer.statusCode, body: answer.body };
  };
  const sendFile = (content: Buffer | string, file = 'list.csv') =>
    send([
      { name: 'event_type', content: 'festival' },
      { name: 'file', content, file },
    ]);
  const decide = (fields: URLSearchParams, app = demo.app) => post('/check/list/decide', fields, app);
  const receipts = async () => (await database.db.selectFrom('receipts').select('jti').execute()).length;
  const tallyOf = (page: string) =>
    [...(/<ul class="tally"[\s\S]*?<\/ul>/.exec(page)?.[0] ?? '').matchAll(/<strong>(\d+)<\/strong>/g)].map(
      ([, count]) => Number(count),
    );
  /** Returns the text shown for a line in the page section with this title. */
  const saidOf = (page: string, title: string, line: number) => {
    const part = page.split('<h2').find((each) => plain(each).startsWith(`${title} `)) ?? '';
    const item = part.split('Line ').find((each) => each.startsWith(`${line}<`)) ?? '';
    return plain(`Line ${item.split('</li>')[0]}`);
  };

  const SPOILT = () =>
    [
      'Spring market 2026',
      '',
      'License #,DBA,City',
      `${reservedNumber('grade-a')},,`,
      `,"${one?.name}",${one?.city}`,
      `N/A,"${two?.name}",${two?.city}`,
      `${reservedNumber('grade-f')},"${three?.name}",`,
      'License #,DBA,City',
      '5890001 / 5890002,Two,',
      `SEA${reservedNumber('grade-b').slice(3)},Joe Diner,Tampa`,
      'n/a,,Tampa',
      ',Zzyzx Quux Imaginary,',
      `,"${one?.name.toLowerCase()}",`,
      '=cmd|calc,@SUM(1),+1',
      `${reservedNumber('ambiguous').slice(3)},,`,
      `,"\u202eNever \u200bclosed,`,
      `${reservedNumber('grade-a')},,`,
    ].join('\r\n');

  test('sorts each line into matched, ambiguous, not on record, or skipped with an explanation, and decides nothing yet', async () => {
    const earlier = await receipts();
    const { status, body } = await paste(SPOILT());
    assert.equal(status, 200);
    assert.match(
      plain(body),
      /Recognized by the titles in line 3: license number, trade name \(DBA\), city\./,
    );
    const [sure = 0, choices = 0, none = 0, spoilt = 0] = tallyOf(body);
    assert.equal(sure + choices + none + spoilt, 16, 'each line but the titles is in one of them');
    assert.match(plain(body), /been checked yet/);
    assert.doesNotMatch(body, /nothing against/, 'no word that sounds like a verdict before one is made');
    assert.match(saidOf(body, 'Matched', 4), /Pretend Pelican Tacos/);
    assert.match(saidOf(body, 'Matched', 6), /“N\/A” isn’t a license number\./);
    assert.match(saidOf(body, 'Please choose', 7), /the same number, but a different name/);
    assert.match(saidOf(body, 'Please choose', 15), /MFD\d+[\s\S]*CAT\d+|CAT\d+[\s\S]*MFD\d+/);
    assert.match(saidOf(body, 'Please choose', 10), /is a license number for a restaurant or shop/);
    assert.match(saidOf(body, 'Not on record', 12), /Zzyzx Quux Imaginary/);
    for (const [line, problem] of [
      [1, /above the column titles/],
      [2, /is empty/],
      [8, /repeats the column titles/],
      [9, /two license numbers in one cell/],
      [11, /no name or license number\. “n\/a” isn’t a license number\./],
      [13, new RegExp(`This is ${displayName(one?.name ?? '')}, the same vendor as line 5`)],
      [17, /the same as line 4/],
    ] as const)
      assert.match(saidOf(body, 'Skipped', line), problem);
    assert.ok(
      !body.includes('\u202e') && !body.includes('\u200b'),
      'marks that turn text around are left out',
    );
    assert.match(body, /\bNever closed/);
    assertLoadsNothingFromElsewhere(body);
    assert.equal(await receipts(), earlier);
  });

  test('shows the verdicts, worst first, with counts, open lines, and receipts; a reload or a HEAD request issues no receipt', async () => {
    const page = (await paste(SPOILT())).body;
    const earlier = await receipts();
    const fields = fieldsOf(page);
    const chosen = [...page.matchAll(/name="choice-7" value="([^"]+)"/g)][0]?.[1] ?? '';
    fields.set('choice-7', chosen);
    fields.set('choice-10', 'none');
    const made = await decide(fields);
    assert.equal(made.status, 303);
    const address = String(made.headers.location);
    assert.match(address, /^\/check\/list\/[\w-]{32}$/);
    const decided = (await receipts()) - earlier;
    const shown = (await demo.get(address)).body;
    const [decline, review, conditional, short, clear, open] = tallyOf(shown);
    const all = [decline, review, conditional, short, clear].map(Number);
    assert.equal(
      all.reduce((sum, each) => sum + each, 0),
      decided,
    );
    assert.equal(decline, 1, 'the vendor that was chosen has an F');
    assert.ok(Number(open) >= 3);
    assert.match(
      saidOf(shown, 'Not decided', 10),
      /A restaurant’s booth: not in our records\. Documents to collect: copy of the/,
    );
    assert.match(saidOf(shown, 'Not decided', 12), /Not on record\. Ask for the license number/);
    assert.match(saidOf(shown, 'Not decided', 15), /you didn’t choose one/);
    assert.match(plain(shown), /Not checked: no match, or skipped\./);
    assert.match(plain(shown), /checked Monday, March 16, 2026, \d+:\d\d [AP]M EDT/);
    const verdicts = [...shown.matchAll(/class="mark[^>]*>[^/]*\/span> ([^<]+)/g)].map(([, each]) => each);
    const order = ['Don’t book', 'Review first', 'Book with care', 'Not enough record', 'Clear to book'];
    assert.deepEqual(
      verdicts,
      verdicts.toSorted((a, b) => order.indexOf(a ?? '') - order.indexOf(b ?? '')),
    );
    const byName = (await demo.get(`${address}?sort=name`)).body;
    const names = [...byName.matchAll(/<a href="\/vendor\/[^>]*>([^<]*)/g)].map(([, each]) => each ?? '');
    assert.deepEqual(
      names,
      names.toSorted((a, b) => a.localeCompare(b, 'en')),
    );
    const csv = (await demo.get(`${address}/list.csv`)).body;
    assert.match(csv, /^"'=cmd\|calc","'@SUM\(1\)","'\+1","Not checked"/m);
    assert.doesNotMatch(csv, /(^|,)"[=+\-@]/m);
    const head = await demo.app.inject({ method: 'HEAD', url: address });
    assert.equal(head.statusCode, 200);
    assert.equal((await demo.get(address)).body, shown);
    assert.equal(await receipts(), earlier + decided, 'nothing more was issued');
    const numbers = [...shown.matchAll(/<a class="code" href="(\/v\/[^"]+)">/g)].map(([, each]) =>
      String(each),
    );
    assert.equal(new Set(numbers).size, decided);
    for (const number of numbers) assert.equal((await demo.get(number)).status, 200, number);
    assert.ok(numbers.every((number) => csv.includes(`https://vendors.example${number}`)));
    const papers = (verdict: string) =>
      csv
        .split('\r\n')
        .filter((row) => row.includes(`"${verdict}"`) && row.includes('Certificate of insurance'));
    assert.equal(papers('Don’t book').length, 0, 'nobody collects papers from a vendor who is declined');
    assert.equal(papers('Review first').length, Number(review));
    assert.match(plain(shown), /Collect these from every vendor you book:/);
    const pack = await demo.app.inject(`${address}/evidence-pack.pdf`);
    assert.deepEqual([pack.statusCode, pack.headers['content-type']], [200, 'application/pdf']);
    assert.equal(pack.rawPayload.subarray(0, 5).toString(), '%PDF-');
    const again = await demo.app.inject(`${address}/evidence-pack.pdf`);
    assert.ok(pack.rawPayload.equals(again.rawPayload), 'the same bytes');
    assert.equal(await receipts(), earlier + decided);
    const stored = await database.db.selectFrom('checked_lists').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(address.split('/')[3] ?? '-'), 'the token is kept as a hash');
  });

  test('returns the original file with its columns and rows in order, and with the results in added columns', async () => {
    const name = one?.name ?? '';
    const sheet = [
      ['Spring market', '', '', ''],
      ['Spot', 'Business Name', 'Notes', 'License #'],
      ['012', name, 'likes shade', one?.license.number ?? ''],
      ['B7', 'Zzyzx Quux Imaginary', '', ''],
      ['B8', name.toLowerCase(), 'asked twice', ''],
      ['', 'Total vendors', '', ''],
    ];
    const sent = Buffer.from(await writeXlsx({ sheets: [{ name: 'Vendors', rows: sheet }] }));
    const made = await decide(fieldsOf((await sendFile(sent, 'vendors.xlsx')).body));
    const address = String(made.headers.location);
    const workbook = await demo.app.inject(`${address}/list.xlsx`);
    assert.equal(workbook.statusCode, 200);
    const container = openContainer(workbook.rawPayload, 1024 * 1024);
    assert.equal(container.type, 'xlsx');
    const read = await readWholeSheet(workbook.rawPayload);
    const whole = (row: readonly string[]) => Array.from({ length: 4 }, (_, index) => row[index] ?? '');
    assert.deepEqual(read.map(whole), sheet);
    const added = ['Verdict', 'Reasons', 'License expires', 'Matched name', 'License on record'];
    assert.deepEqual(read[1]?.slice(4, 9), added);
    assert.deepEqual(read[2]?.slice(7, 9), [displayName(name), one?.license.number]);
    assert.match(
      String(read[2]?.[4]),
      /^(Clear to book|Book with care|Review first|Don’t book|Not enough record)$/,
    );
    assert.match(String(read[2]?.[14]), /^https:\/\/vendors\.example\/v\//);
    assert.equal(read[3]?.[4], 'Not checked');
    assert.equal(read[4]?.[4], read[2]?.[4], 'a second line of one vendor has its verdict');
    assert.match(String(read[4]?.[5]), /the same vendor as line 3/);
    assert.deepEqual(
      [read[0]?.[4] ?? '', read[5]?.[4] ?? ''],
      ['', ''],
      'a heading and a sum name no vendor',
    );
    const csv = (await demo.get(`${address}/list.csv`)).body;
    assert.match(csv, /^"012","[^"]+","likes shade",/m);
    const spanish = (await demo.get(`/es${address}/list.csv`)).body;
    assert.match(spanish, /"Notes","License #","Resultado","Motivos"/);
  });

  test('gives a line with another type of license its own result and documents instead of “unknown”', async () => {
    const lines = [
      'Name,License',
      'Zzyzx Jams,cottage food',
      'Quux Bakery,FDACS 123456',
      'Imaginary Booth,Temporary event license',
      `,${reservedNumber('grade-a')}`,
    ];
    const page = (await paste(lines.join('\n'))).body;
    assert.match(
      saidOf(page, 'Not on record', 2),
      /Baked goods, jams, candy .* “cottage food” is a different kind of license: Cottage food/,
    );
    const address = String((await decide(fieldsOf(page))).headers.location);
    const shown = (await demo.get(address)).body;
    assert.match(
      saidOf(shown, 'Not decided', 2),
      /Cottage food \(home kitchen\): not in our records\. Documents to collect: a photo of a product label that shows [^;]*; certificate/,
    );
    assert.match(saidOf(shown, 'Not decided', 3), /FDACS food permit: not in our records/);
    assert.match(saidOf(shown, 'Not decided', 4), /DBPR temporary event license: not in our records/);
    assert.match(shown, /<a href="\/other-licenses#food_permit">/);
    const csv = (await demo.get(`${address}/list.csv`)).body;
    assert.match(
      csv,
      /^"Quux Bakery","FDACS 123456","Not checked","FDACS food permit: not in our records[^"]*",,,,,"[^"]*insurance/m,
    );
  });

  test('offers one button to skip all ambiguous lines and check the others', async () => {
    const lines = `${reservedNumber('grade-a')}\n${reservedNumber('ambiguous').slice(3)}`;
    const page = (await paste(lines)).body;
    assert.match(plain(page), /Skip this one and check the rest/);
    const fields = fieldsOf(page);
    const candidate = /name="choice-2" value="([^"]+)"/.exec(page)?.[1] ?? '';
    fields.set('choice-2', candidate);
    fields.set('skip', 'choices');
    const shown = (await demo.get(String((await decide(fields)).headers.location))).body;
    assert.match(plain(shown), /One vendor checked/);
    assert.match(saidOf(shown, 'Not decided', 2), /you didn’t choose one/);
  });

  test('makes an event file that has pages only for findings, or on request for every vendor', async () => {
    const lines = ['grade-a', 'grade-b', 'grade-f'].map((state) => reservedNumber(state)).join('\n');
    const address = String((await decide(fieldsOf((await paste(lines)).body))).headers.location);
    const shown = tallyOf((await demo.get(address)).body);
    const findings = shown.slice(0, 3).reduce((sum, each) => sum + each, 0);
    const pages = async (query: string) => {
      const { rawPayload } = await demo.app.inject(`${address}/evidence-pack.pdf${query}`);
      return rawPayload.toString('latin1').match(/\/Type \/Page\b/g)?.length;
    };
    assert.ok(findings > 0 && findings < 3);
    assert.deepEqual([await pages(''), await pages('?pages=all')], [1 + findings, 4]);
  });

  test('leads back to the choices that were skipped, and keeps the choices that were made', async () => {
    const typo = `MFD${Number(reservedNumber('grade-a').slice(3)) + 5_000}`;
    const lines = [
      'Zzyzx Quux',
      reservedNumber('grade-a').slice(3),
      reservedNumber('ambiguous').slice(3),
      `${two?.name}, ${two?.city}`,
      typo,
    ].join('\n');
    const review = (await paste(lines)).body;
    const fields = fieldsOf(review);
    const [, chosen = ''] = /name="choice-3" value="([^"]+)"/.exec(review) ?? [];
    const skippedAll = String((await decide(fields)).headers.location);
    const shown = (await demo.get(skippedAll)).body;
    assert.match(
      saidOf(shown, 'Not decided', 3),
      /Several licenses have this number, and you didn’t choose one/,
    );
    const back = shown
      .split('<form')
      .find((form) => form.includes('Go back to the 2 choices that were skipped'));
    const again = await post('/check/list', fieldsOf(back ?? '', ''));
    assert.equal(again.status, 200);
    assert.deepEqual(tallyOf(again.body), tallyOf(review));
    const chosenAgain = fieldsOf(again.body);
    chosenAgain.set('choice-3', chosen);
    const whole = (await demo.get(String((await decide(chosenAgain)).headers.location))).body;
    assert.equal(tallyOf(whole)[5], Number(tallyOf(shown)[5]) - 1, 'one line less is open');
    assert.match(whole, /Go back to the choice that was skipped/);
    assert.equal((await demo.get(skippedAll)).body, shown, 'the earlier list stays');

    // The user made only one of the two choices.
    const twice = `${lines}\n${reservedNumber('grade-f')},Zzyzx Quux`;
    const half = fieldsOf((await paste(twice)).body);
    half.set('choice-3', chosen);
    const halfShown = (await demo.get(String((await decide(half)).headers.location))).body;
    const halfBack = halfShown.split('<form').find((form) => form.includes('Go back to'));
    const kept = (await post('/check/list', fieldsOf(halfBack ?? '', ''))).body;
    assert.ok(kept.includes(`name="choice-3" value="${chosen}" checked`), 'what was chosen stays chosen');
  });

  test('asks for a renewed license from vendors whose license on record expires before the event', async () => {
    const page = (await paste(`${reservedNumber('grade-a')}\n${reservedNumber('grade-b')}`)).body;
    const shownOn = async (event_date: string) => {
      const fields = fieldsOf(page);
      fields.set('event_date', event_date);
      return plain((await demo.get(String((await decide(fields)).headers.location))).body);
    };
    assert.match(
      await shownOn('2026-05-03'),
      /Renewed state license, from the (\d+ vendors|vendor) whose license on record expires before the event: [^.]*Pretend Pelican Tacos/,
    );
    assert.doesNotMatch(await shownOn('2026-03-17'), /Renewed state license/);
  });

  test('does not ask for a license number on a line that has one, and says when it is not on record', async () => {
    const number = reservedNumber('grade-a');
    const swapped = `${number.slice(0, -2)}${number.at(-1)}${number.at(-2)}`;
    const near = `${number}9`;
    const unknown = 'MFD1234567';
    const page = (await paste([number, unknown, near, `${unknown}, ${one?.city}`, swapped].join('\n'))).body;
    assert.match(saidOf(page, 'Not on record', 2), /We can’t find this license number\. Compare it/);
    assert.match(saidOf(page, 'Not on record', 4), /We can’t find this license number\. Compare it/);
    assert.match(saidOf(page, 'Please choose', 3), /No food truck or caterer on record has this exact/);
    const address = String((await decide(fieldsOf(page))).headers.location);
    const shown = (await demo.get(address)).body;
    for (const line of [2, 3, 4]) {
      const said = saidOf(shown, 'Not decided', line);
      assert.match(
        said,
        /We can’t find this license number in our records|No vendor on record has this exact license number/,
      );
      assert.doesNotMatch(said, /Ask for the license number/);
    }
    const csv = (await demo.get(`${address}/list.csv`)).body;
    assert.match(csv, /Some are close, but you didn’t choose one\. Compare it with the license itself\./);
  });

  test('says when a line has more candidates than are shown, and links to the others', async () => {
    const names = rows((await demo.get('/api/vendors?limit=100')).json) as Named[];
    const words = names.flatMap(({ name }) => name.split(' '));
    const common =
      words.find((word) => /^[A-Z]{4,}$/.test(word) && words.filter((each) => each === word).length > 6) ??
      '';
    assert.notEqual(common, '');
    const page = (await paste(`${common}\nPretend Pelican Taco`)).body;
    assert.match(
      saidOf(page, 'Please choose', 1) + plain(page),
      /Showing the 5 closest\. At least (one other vendor is|\d+ other vendors are) nearly as close\./,
    );
    assert.match(plain(page), /Adding the rest of the name or the city to this line also helps\./);
    assert.equal(
      unescapeHtml(/<a href="([^"]+)">Search for the vendor<\/a>/.exec(page)?.[1] ?? ''),
      `/search?q=${common}`,
    );
    assert.equal(page.split('Showing the 5 closest').length - 1, 1, 'only of the line with more');
  });

  test('shows how the number on a matched line differs from the one on record', async () => {
    const name = one?.name ?? '';
    const number = one?.license.number ?? '';
    const page = (await paste(`Name,License,City\n"${name}",${number.slice(0, -1)},${one?.city}`)).body;
    assert.match(saidOf(page, 'Matched', 2), new RegExp(`${number}.* · number with a digit missing`));
    const right = (await paste(`Name,License,City\n"${name}",${number},${one?.city}`)).body;
    assert.doesNotMatch(saidOf(right, 'Matched', 2), /number with/);
  });

  test('shows which line a repeated line duplicates, and that line’s decision or that there is none', async () => {
    const number = reservedNumber('grade-a');
    const lines = [
      `Name,License,City`,
      `,${number},`,
      `Pretend Pelican Tacos,${number},Miami`,
      `Zzyzx Quux Imaginary,,Tampa`,
      `Zzyzx Quux Imaginary,,Tampa`,
      `Pretend Pelican Tacos,${number},Miami`,
    ];
    const page = (await paste(lines.join('\r\n'))).body;
    assert.match(saidOf(page, 'Skipped', 5), /This is the same as line 4, so we counted it once\./);
    assert.doesNotMatch(plain(page), /which is checked/, 'line 4 is not on record');
    const { headers } = await decide(fieldsOf(page));
    const address = String(headers.location);
    const shown = (await demo.get(address)).body;
    const decided = /<\/span> ([^<]+)<\/span> <a href="\/vendor/.exec(shown)?.[1];
    const means = new RegExp(
      `Pretend Pelican Tacos · ${number} · Miami This is Pretend Pelican Tacos, the same vendor as line 2, so we counted it once\\. Line 2: ${decided}\\.`,
    );
    assert.match(plain(shown), means);
    assert.match(
      plain(shown),
      /This is the same as line 4, so we counted it once\. Line 4 has no decision\./,
    );
    assert.match(
      plain(shown),
      new RegExp(`This is the same as line 3, so we counted it once\\. Line 2: ${decided}\\.`),
    );
    const csv = (await demo.get(`${address}/list.csv`)).body;
    assert.match(
      csv,
      new RegExp(
        `"${decided}","This is Pretend Pelican Tacos, the same vendor as line 2, so we counted it once\\."`,
      ),
    );
    assert.match(csv, /"Not checked","This is the same as line 4, so we counted it once\."/);
    const spanish = (await demo.get(`/es${address}`)).body;
    assert.match(spanish, /La línea 4 no tiene resultado\./);
  });

  test('reads the sheet that has a header row, and lists the workbook’s other sheets', async () => {
    const vendors = [
      ['License #', 'Business name'],
      [reservedNumber('grade-a'), ''],
    ];
    const book = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['Call the fire marshal'], ['Order ice']] },
        { name: 'Trucks', rows: vendors },
        { name: 'Empty', rows: [] },
        { name: 'Spare', rows: [...vendors, ['MFD5890002', '']] },
      ],
    });
    const { status, body } = await sendFile(Buffer.from(book), 'list.xlsx');
    assert.equal(status, 200);
    assert.match(saidOf(body, 'Matched', 2), /Pretend Pelican Tacos/);
    assert.match(
      plain(body),
      /Only the sheet “Trucks” was read\. Not read: “Notes” \(2 rows\), “Spare” \(3 rows\)\./,
    );
    const other = body
      .split('<form action="/check/list"')
      .find((form) => form.includes('Read “Spare” instead'));
    const instead = await post('/check/list', fieldsOf(other?.split('</form>')[0] ?? '', ''));
    assert.equal(instead.status, 200);
    assert.match(saidOf(instead.body, 'Matched', 3), /MFD5890002/);
    assert.match(plain(instead.body), /Only the sheet “Spare” was read\. The workbook’s other sheets aren’t/);
    assert.equal(fieldsOf(instead.body).get('sheet'), 'Spare', 'it is said again on the next step');
  });

  test('reads a messy spreadsheet: a header row in line 3, a phone column, totals, and cells that software mangled', async () => {
    const number = reservedNumber('grade-a').replace(/^(\D+)/, '$1 ');
    const sheet = [
      'Verkäufer – Spring Fling 🌮;;;;',
      ';;;;',
      'Vendor;DBPR #;Contact phone;City/State;Fee',
      `;${number};407-555-0199;;25,50`,
      ';5890002.0;(407) 555-0199;;',
      ';;;;',
      `;${number};407-555-0199;;25,50`,
      'Bob;5.89E+06;;;',
      'Eve;#REF!;;;',
      'Grand total: 4;;;;51,00',
    ];
    const { body } = await sendFile(Buffer.from(sheet.join('\r\n')));
    const said = plain(body);
    assert.match(said, /Recognized by the titles in line 3: business name, license number, city\./);
    assert.match(saidOf(body, 'Matched', 4), /Pretend Pelican Tacos/);
    assert.match(saidOf(body, 'Matched', 5), /MFD5890002/);
    assert.match(said, /Line 7 MFD 5890001 This is the same as line 4, so we counted it once\./);
    assert.match(said, /A spreadsheet shortened “5\.89E\+06\.”/);
    assert.match(said, /“#REF!” isn’t a license number/);
    assert.match(said, /Line 10 Grand total: 4 · 51,00 This is a total, not a vendor\./);
  });

  test('recognizes Spanish headings, and does not mistake the state after a city for a different city', async () => {
    const city = one?.city ?? '';
    const rows = [
      'Nombre del negocio,Número de licencia,Teléfono,Vencimiento de la licencia,Ciudad',
      `${one?.name},,407-555-0199,2026-06-01,"${city}, FL 32801"`,
    ];
    const { body } = await sendFile(Buffer.from(rows.join('\n')));
    assert.match(plain(body), /Recognized by the titles in line 1: business name, license number, city\./);
    const withoutState = await sendFile(Buffer.from(rows.join('\n').replace(', FL 32801', '')));
    assert.ok(!plain(body).includes('but in a different city'));
    assert.equal(plain(body).replaceAll(', FL 32801', ''), plain(withoutState.body));
  });

  test('names hidden sheets and those after the tenth, and reads a hidden sheet only if no other sheet has rows', async () => {
    const trucks = [['License #'], [reservedNumber('grade-a')]];
    const many = Array.from({ length: 12 }, (_, index) => ({ name: `Page ${index + 1}`, rows: trucks }));
    const hidden = [{ name: 'Old', hidden: true, rows: [...trucks, ['MFD5890002']] }, ...many];
    const said = plain((await sendFile(Buffer.from(await writeXlsx({ sheets: hidden })), 'l.xlsx')).body);
    assert.match(
      said,
      /Only the sheet “Page 1” was read\. Not read: “Old” \(3 rows, hidden\), “Page 2” \(2 rows\)/,
    );
    assert.match(said, /we read only the first ten sheets: “Page 10”, “Page 11”, “Page 12”\./);
    const [old] = hidden;
    const notes = { name: 'Empty', rows: [] };
    const only = await sendFile(Buffer.from(await writeXlsx({ sheets: old ? [notes, old] : [] })), 'l.xlsx');
    assert.match(saidOf(only.body, 'Matched', 3), /MFD5890002/);
    assert.match(plain(only.body), /Only the hidden sheet “Old” was read/);
  });

  test('deletes a list after a week, and returns 404 for an unknown list', async () => {
    const { body } = await paste(reservedNumber('grade-a'));
    const address = String((await decide(fieldsOf(body))).headers.location);
    const later = (days: number) => new Date(NOW().getTime() + days * 86_400_000 + 60_000);
    const week = await openTestApp(database, {}, undefined, () => later(7));
    assert.equal((await week.get(address)).status, 404);
    assert.equal((await week.get(`${address}/list.csv`)).status, 404);
    await week.app.close();
    for (const token of ['x', '0'.repeat(32), '%00'])
      assert.equal((await demo.get(`/check/list/${token}`)).status, 404, token);
    await tidyLedger(database.db, later(6), KEEP);
    assert.equal((await demo.get(address)).status, 200);
    await tidyLedger(database.db, later(7), KEEP);
    assert.equal((await demo.get(address)).status, 404);
  });

  test('recognizes columns by many different headings or by their content, and reads the list again after a correction', async () => {
    const name = `"${one?.name}"`;
    const number = one?.license.number;
    const city = one?.city;
    for (const list of [
      `Permit No.;Vendor Name;Home City\n${number};${name};${city}\n`,
      `Truck name\tLICENSE NUMBER\tTown\tLicense expiration\n${one?.name}\t${number}\t${city}\t2026-06-01\n`,
      `Name of business,State License #,License Type,City\n${name},${number},MFDV,${city}\n`,
      `${name},${city},${number}\n"${two?.name}",${two?.city},${two?.license.number}\n"${three?.name}",${three?.city},${three?.license.number}\n`,
      `${number}\n`,
      `${one?.name}, ${city}\n${two?.name}, ${two?.city}\n`,
    ])
      assert.ok((tallyOf((await paste(list)).body)[0] ?? 0) >= 1, list);
    const odd = await paste(`Who,Ref\n${name},${number}\n`);
    const fields = fieldsOf(odd.body);
    fields.set('column-0', 'name');
    fields.set('column-1', 'ignored');
    fields.delete('titles');
    const again = await post('/check/list', fields);
    assert.match(plain(again.body), /Recognized by their contents: business name\./);
    assert.equal(tallyOf(again.body)[0], 1);
  });

  test('reads pasted lines in different formats separately, so that no line is skipped because of another', async () => {
    const name = one?.name;
    const number = reservedNumber('grade-a');
    const city = one?.city;
    const tabbed = (await paste(`${name}\n${two?.name}\n${three?.name}\t${three?.license.number}`)).body;
    assert.deepEqual(tallyOf(tabbed), [3, 0, 0, 0]);
    const titled = await paste(`${name}\n${two?.name}\n${three?.name}\nZzyzx\nQuux\nLicense: ${number}\n`);
    assert.deepEqual(tallyOf(titled.body), [4, 0, 2, 0]);
    const numbered = await paste(`1. ${name} (${city}) - 407-555-0123\n2) ${two?.name}, (407) 555-0199\n`);
    assert.deepEqual(tallyOf(numbered.body), [2, 0, 0, 0]);
    const table = await paste(`License #\tName\n${number}\t\n${name}\nMFD5890007, Narwhal\t\n`);
    assert.deepEqual(tallyOf(table.body).slice(2), [0, 0]);
    assert.doesNotMatch(plain(table.body), /doesn’t look like/);
    assert.match(plain((await paste(`Vendor,Based in\n${name},${city}\n`)).body), /business name, city\./);
  });

  test('recognizes a workbook, a CSV with semicolons, UTF-16, and Windows-1252 by content, regardless of the file name', async () => {
    const sheet = [
      ['Business Name', 'License #', 'City'],
      [one?.name ?? '', one?.license.number ?? '', one?.city ?? ''],
    ];
    const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'x', rows: sheet }] }));
    const csv = sheet.map((row) => row.join(';')).join('\r\n');
    for (const content of [
      workbook,
      Buffer.from(csv),
      Buffer.from(`\ufeff${csv}`, 'utf16le'),
      Buffer.from(`${csv}\r\nCaf\u00e9 Nobody;;`, 'latin1'),
    ])
      assert.equal(tallyOf((await sendFile(content)).body)[0], 1);
  });

  test('rejects malicious and unsuitable files with an explanation', async () => {
    const sheet = (cells: string) => zipOf(workbookParts({ rows: cells }));
    const refused = async (content: Buffer | string, why: RegExp) => {
      const { status, body } = await sendFile(content);
      assert.equal(status, 422, String(why));
      assert.match(plain(body), why);
      assert.match(body, /<title>Error: /);
    };
    await refused('', /This file is empty/);
    await refused('<!doctype html><p>x', /This file is a web page/);
    await refused(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /an old \.xls workbook/);
    await refused(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), /isn’t text or a workbook/);
    await refused(Buffer.from('PK\u0003\u0004 and nothing else'), /We can’t read this workbook/);
    await refused(
      zipOf(workbookParts({ strings: manyTexts(600_000) })),
      /When unpacked, this file is larger than/,
    );
    await refused(
      sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(17 * 1024 * 1024)}</t></is></c></row>`),
      /When unpacked, this file is larger than|can’t read/,
    );
    await refused(Buffer.alloc(1024 * 1024 + 1, 'a'), /larger than 1 MB/);
    await refused(
      'Name\n'.padEnd(6_000, 'Taco\n'),
      /This list has more than 500 rows\. You can check at most 500/,
    );
    const several = await send([
      { name: 'file', content: 'Name\nTaco\n', file: 'a.csv' },
      { name: 'file', content: 'Name\nTaco\n', file: 'b.csv' },
    ]);
    assert.equal(several.status, 422);
    assert.match(plain(several.body), /Choose one file/);
    for (const [lines, why] of [
      ['  \n ', /Paste your list, or choose a file/],
      ['\u200b\n\u202e', /There are no vendors in this list/],
    ] as const) {
      const { status, body } = await paste(lines);
      assert.equal(status, 422);
      assert.match(plain(body), why);
    }
    assert.equal((await paste('a\0b')).status, 400);
  });

  test('rejects 501 lines with an explanation at each step, unless one of them is the header row', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, line) => `Nobody ${line}`).join('\n');
    const refusal = /This list has more than 500 rows\. You can check at most 500/;
    for (const count of [501, 502]) {
      const { status, body } = await paste(lines(count));
      assert.equal(status, 422, String(count));
      assert.match(plain(body), refusal);
    }
    assert.equal((await paste(lines(500))).status, 200);
    const titled = await paste(`Business name\n${lines(500)}`);
    assert.equal(titled.status, 200);
    const untitled = fieldsOf(titled.body);
    untitled.delete('titles');
    untitled.set('column-0', 'name');
    for (const answer of [await decide(untitled), await post('/check/list', untitled)]) {
      assert.equal(answer.status, 422);
      assert.match(plain(answer.body), refusal);
    }
  });

  test('rejects a megabyte of line breaks, cells, or rows, but does not count blank rows after a table', async () => {
    const answers = async (content: Buffer | string, status: number) =>
      assert.equal((await sendFile(content)).status, status);
    await answers('Name\n'.padEnd(1_000_000, 'a\n'), 422);
    await answers('\n'.repeat(1_000_000), 422);
    await answers(`${'\n'.repeat(999_000)}Taco`, 422);
    await answers(','.repeat(1_000_000), 422);
    const cell = '<c t="inlineStr"><is><t>a</t></is></c>';
    await answers(zipOf(workbookParts({ rows: `<row>${cell}</row>`.repeat(60_000) })), 422);
    await answers(`Name,City\nTaco,Tampa\n${',\n'.repeat(400_000)}`, 200);
  });

  test('truncates cells longer than 200 characters, and says so', async () => {
    const lines = Array.from({ length: 100 }, (_, line) => `${line} ${'taco truck '.repeat(900)}`).join('\n');
    const { status, body } = await sendFile(lines);
    assert.equal(status, 200);
    assert.match(
      plain(body),
      /A cell in this line is longer than 200 characters; only the beginning was read\./,
    );
    const most = Array.from({ length: 500 }, (_, line) => `${'ab '.repeat(600)}${line}`).join('\n');
    assert.ok([200, 422].includes((await sendFile(most.slice(0, 1_000_000))).status));
  });

  test('rejects a form that this service did not create, and ignores a choice that is not a candidate for the line', async () => {
    const { body } = await paste(`${reservedNumber('ambiguous').slice(3)}\n${reservedNumber('grade-a')}`);
    const good = fieldsOf(body);
    const changed = (changes: Record<string, string>) => {
      const fields = new URLSearchParams(good);
      for (const [name, value] of Object.entries(changes)) fields.set(name, value);
      return fields;
    };
    for (const table of [
      '',
      '{',
      '[]',
      '{}',
      '[{"line":0,"cells":[]}]',
      '[{"line":2,"cells":["a"]},{"line":1,"cells":["b"]}]',
      '[{"line":1,"cells":[1]}]',
      JSON.stringify([{ line: 1, cells: ['x'.repeat(201)] }]),
    ]) {
      const answer = await decide(changed({ table }));
      assert.equal(answer.status, 422, table);
      assert.match(plain(answer.body), /We didn’t receive your list/);
    }
    const earlier = await receipts();
    for (const [changes, why] of [
      [{ event_type: 'wedding' }, /“wedding” isn’t one of our event types/],
      [{ event_date: '2020-01-01' }, /January 1, 2020, is in the past/],
      [{ 'column-0': 'ignored' }, /Choose at least one vendor/],
    ] as const) {
      const answer = await decide(changed(changes));
      assert.equal(answer.status, 422);
      assert.match(plain(answer.body), why);
    }
    assert.equal(await receipts(), earlier);
    const made = await decide(changed({ 'choice-1': '00000000-0000-5000-8000-000000000000' }));
    const shown = (await demo.get(String(made.headers.location))).body;
    assert.match(saidOf(shown, 'Not decided', 1), /you didn’t choose one/);
  });

  test('counts vendors, not requests, and rejects a whole list that exceeds what is left of the daily limit', async () => {
    const limited = await openTestApp(database, { RATE_LIMIT_LIST_DAY: '4' });
    const fieldsFor = async (...states: string[]) =>
      fieldsOf((await paste(states.map((state) => reservedNumber(state)).join('\n'), limited.app)).body);
    const three = await fieldsFor('grade-a', 'grade-b', 'grade-c');
    const earlier = await receipts();
    assert.equal((await decide(three, limited.app)).status, 303);
    const refused = await decide(three, limited.app);
    assert.equal(refused.status, 429);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    assert.equal(await receipts(), earlier + 3);
    await limited.app.close();
  });

  test('counts each step’s lines toward the per-minute and daily limits before matching them', async () => {
    const lines = ['grade-a', 'grade-b', 'grade-c'].map((state) => reservedNumber(state)).join('\n');
    for (const setting of ['RATE_LIMIT_LIST_LINES', 'RATE_LIMIT_LIST_LINES_DAY']) {
      const limited = await openTestApp(database, { [setting]: '5' });
      const first = await paste(lines, limited.app);
      assert.equal(first.status, 200);
      assert.equal((await decide(fieldsOf(first.body), limited.app)).status, 429, setting);
      assert.equal((await paste(lines, limited.app)).status, 429, setting);
      await limited.app.close();
    }
  });

  test('counts every stored line toward the daily limit, and stores only the text that is shown', async () => {
    const limited = await openTestApp(database, { RATE_LIMIT_LIST_DAY: '5' });
    const long = Array.from({ length: 5 }, (_, line) => `${line} ${'漢字'.repeat(99)}`);
    const sent = async (count: number) => {
      const { body } = await paste(
        [reservedNumber('grade-a'), ...long.slice(0, count)].join('\n'),
        limited.app,
      );
      return decide(fieldsOf(body), limited.app);
    };
    const earlier = await receipts();
    assert.equal((await sent(5)).status, 429);
    assert.equal(await receipts(), earlier);
    const made = await sent(3);
    assert.equal(made.status, 303);
    const shown = plain((await demo.get(String(made.headers.location))).body);
    assert.match(shown, /漢字/);
    assert.doesNotMatch(shown, /(漢字){61}/);
    await limited.app.close();
  });

  test('says when there is no room for another list, and then issues no receipts', async () => {
    const id = 'a'.repeat(64);
    const now = NOW().toISOString();
    await database.db
      .insertInto('checked_lists')
      .values({ id, created_at: now, forget_at: now, body: 'x'.repeat(1024 * 1024) })
      .execute();
    const full = await openTestApp(database, { LISTS_MB_MAX: '1' });
    const { body } = await paste(reservedNumber('grade-a'), full.app);
    const earlier = await receipts();
    const refused = await decide(fieldsOf(body), full.app);
    assert.equal(refused.status, 503);
    assert.match(plain(refused.body), /no room for another checked list right now/);
    assert.equal(await receipts(), earlier);
    await database.db.deleteFrom('checked_lists').where('id', '=', id).execute();
    await full.app.close();
  });

  test('keeps a list’s URL from search engines and other sites when its files are downloaded', async () => {
    const { body } = await paste(reservedNumber('grade-a'));
    const address = String((await decide(fieldsOf(body))).headers.location);
    for (const file of ['list.csv', 'list.xlsx', 'evidence-pack.pdf']) {
      const { status, headers } = await demo.get(`${address}/${file}`);
      assert.deepEqual(
        [status, headers['x-robots-tag'], headers['referrer-policy']],
        [200, 'noindex, nofollow', 'no-referrer'],
        file,
      );
    }
  });

  test('rejects a form from another site', async () => {
    const answer = await demo.app.inject({
      method: 'POST',
      url: '/check/list',
      headers: { 'content-type': FORM, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
      payload: 'lines=x',
    });
    assert.equal(answer.statusCode, 403);
  });
});

assert.equal(DEMO_DAY < EVENT.event_date, true);

async function readWholeSheet(bytes: Buffer): Promise<(readonly string[])[]> {
  const bounds = { sheetsBytes: 1024 * 1024, partsBytes: 1024 * 1024, columns: 50, cellBytes: 4_096 };
  const sheets = await readSheets(bytes, bounds, 500);
  assert.ok('filled' in sheets);
  return (sheets.filled[0]?.rows ?? []).map(({ cells }) => cells);
}

/** Returns the fields that a browser would send with the form that requests the decisions. */
function fieldsOf(page: string, from = 'action="/check/list/decide"'): URLSearchParams {
  const form = page.slice(page.indexOf(from));
  const fields = new URLSearchParams();
  for (const [, attributes = ''] of form.matchAll(/<input\b([^>]*)>/g)) {
    const attribute = (name: string) =>
      unescapeHtml(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    if (attribute('type') === 'radio' && !attributes.includes(' checked')) continue;
    fields.append(attribute('name'), attribute('value'));
  }
  return fields;
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)));
}

function plain(markup: string): string {
  return unescapeHtml(markup.replace(/<[^>]*>/g, ' ').replace(/^[^<]*>/, ''))
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:])(?=\s|$)/g, '$1')
    .trim();
}
