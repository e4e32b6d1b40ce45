import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { addDays, jurisdictionDay } from '../../src/lib/time/dates.ts';
import { createInspector, openBrowser } from '../browser/inspector.ts';
import { openMailbox } from '../browser/mailbox.ts';
import { summarize } from '../browser/steps.ts';
import { createService } from '../kill/monitoring/service.ts';
import { writeLaterFiles } from './files.ts';
import { afterTheEvent, bookedMeansWatched, evidence, triage } from './later-steps.ts';
import { createFilm } from './record-steps.ts';
import { checkTheList, makeTheEvent, vendorsApply } from './steps.ts';
import { listTrucks, pick } from './trucks.ts';
import type { Season } from './world.ts';

/**
 * Goes through the whole season of one event in a real browser, from a spreadsheet with 40 names to the
 * outcomes. Measures each step, and saves a screenshot of each page if a folder is given. The service's clock
 * is moved forward during the season, and one vendor is closed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'no-script': { type: 'boolean', default: false } },
});

/**
 * The rate limits are off, because a single IP address does everything here that many addresses would do in a
 * season.
 */
const NO_LIMITS = { RATE_LIMIT_DECISION: '0', RATE_LIMIT_APPLY: '0' };
const VENDORS = 1_500;
/**
 * The number of days after the start. All of them are within two weeks, because the invented files would
 * otherwise count as old.
 */
const DAYS = { closed: 8, event: 11, after: 12 };

await run();

async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'season-'));
  const mailbox = await openMailbox();
  const service = await createService({
    DATA_DIR: path.join(folder, 'data'),
    SMTP_URL: mailbox.url,
    ...NO_LIMITS,
  });
  const browser = await openBrowser();
  const today = jurisdictionDay(new Date());
  const days = {
    today,
    closed: addDays(today, DAYS.closed),
    event: addDays(today, DAYS.event),
    after: addDays(today, DAYS.after),
  };
  try {
    const files = {
      today: path.join(folder, 'today'),
      closed: path.join(folder, 'closed'),
      after: path.join(folder, 'after'),
    };
    await writeDemoFiles({ directory: files.today, today, vendorCount: VENDORS });
    await service.start({ files: files.today, at: new Date().toISOString() });
    await service.logged('steps after the refresh are done');
    const inspect = createInspector(service.url, positionals[0]);
    const film = createFilm(browser, inspect, {
      javaScriptEnabled: !values['no-script'],
      folder: positionals[0],
    });
    const all = await listTrucks(files.today, service.url, days.event);
    const trucks = pick(all, { CLEAR: 26, CONDITIONAL: 7, REVIEW: 5, DECLINE: 2 });
    const season: Season = {
      origin: service.url,
      mailbox,
      film,
      days,
      trucks,
      organizer: await film.person(),
    };
    const list = await film.step('spreadsheet of 40 to a checked list', () => checkTheList(season));
    const event = await film.step('an event, with the list on it', () => makeTheEvent(season, list));
    const vendors = await film.step('eight vendors apply, two with documents', () =>
      vendorsApply(season, event),
    );
    await film.step('documents looked at, eight decided', () => triage(season, event, vendors));
    const [closed, , ...warned] = vendors.map(({ truck }) => truck.number.slice(3));
    const untouched = vendors.map(({ truck }) => truck.number.slice(3));
    await service.kill();
    writeLaterFiles(files.today, files.closed, { later: days.closed }, { closed, warned, untouched });
    await service.start({ files: files.closed, at: `${days.closed}T15:00:00Z` });
    await service.logged('steps after the refresh are done');
    await film.step('one is closed in between: mail, digest, new decision', () =>
      bookedMeansWatched(season, event, vendors),
    );
    await film.step('the folder as PDF, and the code on it on a phone', () => evidence(season, event));
    await service.kill();
    writeLaterFiles(files.closed, files.after, { later: days.after }, { untouched });
    await service.start({ files: files.after, at: `${days.after}T15:00:00Z` });
    await service.logged('steps after the refresh are done');
    await film.step('outcomes, and the event is over', () => afterTheEvent(season, event, vendors));
    print(film.figures);
    const problems = service.errors.length;
    for (const error of service.errors) console.log(error);
    const isFine = summarize(values['no-script'] ? 'season without script' : 'season', inspect);
    process.exitCode = isFine && problems === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await service.kill();
    await mailbox.close();
    rmSync(folder, { recursive: true });
  }
}

function print(figures: ReturnType<typeof createFilm>['figures']): void {
  console.log('\nStep | clicks | fields | pages | seconds');
  for (const { name, clicks, fields, pages, seconds } of figures)
    console.log(`${name} | ${clicks} | ${fields} | ${pages} | ${seconds.toFixed(1)}`);
}
