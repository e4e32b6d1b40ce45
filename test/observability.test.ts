import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { listLogCalls, readSource } from './support/log-messages.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const LEVELS: Readonly<Record<string, string>> = {
  debug: '20',
  info: '30',
  warn: '40',
  error: '50',
  fatal: '60',
};

/**
 * Calls that log a message built elsewhere, with the possible messages. Each message must appear in the code
 * in this form.
 */
const MADE_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'cli/serve/stop.ts error': [
    'some work did not stop in time; exiting anyway',
    'second stop signal; exiting now',
  ],
  'jobs/refresh/daily-refresh.ts error': [
    'refresh failed; the last good records stay in use',
    'refresh failed: it needed more than … MB of memory; the last good records stay in use',
  ],
  'jobs/run-steps.ts error': [
    'a step after the refresh failed; the next refresh will retry it',
    'an hourly step failed; it will be retried in the next hour',
    'a step failed; it will be retried in the next minute',
  ],
  'platform/poll.ts error': [
    'the email queue could not be read; trying again',
    'could not add entries to the public log; trying again',
    'could not ask witnesses to sign the public log; trying again',
    'the webhook queue could not be read; trying again',
    'traces could not be sent; they are dropped until they can',
  ],
  'platform/poll.ts info': [
    'the email queue can be read again',
    'the public log can be written again',
    'witnesses can be asked again',
    'the webhook queue can be read again',
    'traces are being sent again',
  ],
  'web/kit/frame/frame-service.ts warn': [
    'could not check how old the records are',
    'could not check whether the records are fictional',
  ],
};
const OF_FASTIFY = ['info Server listening at …'];

describe('docs/observability.md', () => {
  const page = read('docs/observability.md');

  test('lists every log message with its level, and no others', () => {
    const calls = listLogCalls();
    const unknown = calls.flatMap(({ file, level, message }) =>
      message === undefined && !MADE_ELSEWHERE[`${file} ${level}`] ? [`${file} ${level}`] : [],
    );
    assert.deepEqual(unknown, [], 'calls with a message that is not found in the code');
    const made = Object.entries(MADE_ELSEWHERE).flatMap(([call, messages]) =>
      messages.map((message) => `${call.split(' ')[1]} ${message}`),
    );
    const written = calls.flatMap(({ level, message }) =>
      message === undefined ? [] : [`${level} ${message}`],
    );
    const expected = [...new Set([...written, ...made, ...OF_FASTIFY])]
      .map((each) => each.replace(/^\w+/, (level) => LEVELS[level] ?? level))
      .sort();
    const log = page.slice(page.indexOf('## Log'));
    const documented = [...log.matchAll(/^\| (\d\d(?:, \d\d)*) \| `([^`]+)` \|/gm)].flatMap(
      ([, levels = '', text]) => levels.split(', ').map((level) => `${level} ${text}`),
    );
    assert.deepEqual(documented.sort(), expected);
  });

  test('lists the messages that are built elsewhere, each of which is in the code', () => {
    const source = readSource().replaceAll(/\$\{[^}]*\}/g, '…');
    const lost = Object.values(MADE_ELSEWHERE)
      .flat()
      .filter((message) => !source.includes(`'${message}'`) && !source.includes(`\`${message}\``));
    assert.deepEqual(lost, []);
    const texts =
      /(?:begins|ends): '([^']+)'|failure = '([^']+)'|end\(log, '([^']+)'\)|lastKnown\([^,]+, '([^']+)'/g;
    const found = [...source.matchAll(texts)].map(([, ...parts]) => parts.find((part) => part !== undefined));
    const known = new Set(Object.values(MADE_ELSEWHERE).flat());
    assert.deepEqual(
      found.filter((each) => each === undefined || !known.has(each)),
      [],
    );
    assert.ok(found.length >= 13, String(found.length));
  });

  test('names every metric, and the alerts and the dashboard use no others', () => {
    const source = readSource();
    const named = [...source.matchAll(/\$\{PREFIX\}(\w+)/g), ...source.matchAll(/\bgauge\(\s*'(\w+)'/g)].map(
      ([, name = '']) => name,
    );
    const metrics = [...new Set(named)].sort();
    const table = page.slice(page.indexOf('### What there is'), page.indexOf('### Alerts'));
    const rows = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', '));
    assert.deepEqual(rows.map((name) => name.replaceAll('`', '')).sort(), metrics);
    for (const file of ['alerts.yml', 'alerts.test.yml', 'dashboard.json']) {
      const used = read(`deploy/observability/${file}`).matchAll(/\bvendor_compliance_(\w+)/g);
      const unknown = [...used]
        .map(([, name = '']) => name.replace(/_(?:bucket|count|sum)$/, ''))
        .filter((name) => !metrics.includes(name));
      assert.deepEqual(unknown, [], file);
    }
  });

  test('explains what to do about each of the thirteen alerts', () => {
    const rules = [...read('deploy/observability/alerts.yml').matchAll(/- alert: (\w+)/g)].map(
      ([, name]) => name,
    );
    const part = page.slice(page.indexOf('### Alerts'), page.indexOf('## Traces'));
    assert.deepEqual(
      [...part.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
      rules,
    );
    assert.equal(rules.length, 13);
    const fired = read('acceptance/alerts/run.ts');
    for (const rule of rules) assert.ok(fired.includes(`'${rule}'`), `${rule} is fired on purpose`);
  });
});
