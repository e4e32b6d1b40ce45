import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { ConfigError, listRemovedSettings, listSettings, loadConfig } from '../src/config.ts';
import { RESERVED_LICENSES } from '../src/demo/florida/reserved/reserved-licenses.ts';
import { ERROR_STATUS } from '../src/http/errors/errors.ts';
import { POLICY_VERSION, RULES } from '../src/judgment/policy/policy.ts';
import { SCORE_RULES } from '../src/judgment/score/rules.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe('the documents', () => {
  test('docs/configuration.md names every setting with its default, and no others', () => {
    const documented = [...read('docs/configuration.md').matchAll(/^\| `([A-Z0-9_]+)` \| (?:`([^`]*)`|–)/gm)];
    assert.deepEqual(
      documented.map(([, name, fallback]) => [name, fallback ?? '']).sort(),
      listSettings()
        .map(({ name, fallback }) => [name, fallback])
        .sort(),
    );
  });

  test('docs/openapi.json matches the routes (npm run cli -- openapi > docs/openapi.json)', () => {
    const printed = execFileSync(process.execPath, [path.join(ROOT, 'src/main.ts'), 'openapi'], {
      encoding: 'utf8',
    });
    assert.equal(read('docs/openapi.json'), printed);
    assert.equal(JSON.parse(printed).openapi, '3.1.0');
  });

  test('every API operation has a unique name that consists of a verb and its object', () => {
    const document: { paths: Record<string, Record<string, { operationId?: string }>> } = JSON.parse(
      read('docs/openapi.json'),
    );
    const names = Object.entries(document.paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => operationId ?? `${method} ${address} has no name`,
      ),
    );
    const verbs =
      /^(?:check|search|get|list|decide|verify|create|switch|delete|rotate|test|replay)[A-Z][A-Za-z]+$/;
    assert.deepEqual(
      names.filter((name) => !verbs.test(name)),
      [],
    );
    assert.equal(new Set(names).size, names.length, 'each name once');
  });

  test('docs/demo-data.md names every reserved license number with its state', () => {
    const page = read('docs/demo-data.md');
    for (const { license_number: number, state } of RESERVED_LICENSES)
      assert.match(page, new RegExp(`^\\| \`${number}\` .*\\| \`${state}\` `, 'm'));
  });

  test('the response shown in the README is one that the demo returns', () => {
    const { examples }: { examples: { operation: string; path: string; answer: string }[] } = JSON.parse(
      read('src/web/public/docs/examples.json'),
    );
    const readme = read('README.md');
    const [, asked = ''] = /curl 'http:\/\/localhost:3000(\/api\/v1\/decision[^']*)'/.exec(readme) ?? [];
    const given = examples.find((each) => each.operation === 'decideVendor' && each.path === asked);
    const [, shown = ''] = /```\n("verdict"[\s\S]*?)\n {2}\}, …\n```/.exec(readme) ?? [];
    const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
    assert.ok(shown.length > 100 && given && flat(given.answer).includes(flat(shown)), shown);
  });

  test('docs/scoring.md states the version, the cutoffs, and the minimum record of the rules', () => {
    const text = read('docs/scoring.md');
    assert.ok(text.includes(`\`${SCORE_RULES.version}\``));
    for (const { grade, least } of SCORE_RULES.cutOffs)
      if (grade !== 'F') assert.match(text, new RegExp(`\\| ${grade} \\| ${least} or more`));
    assert.ok(text.includes(`${SCORE_RULES.minimumRecord.monthsSinceNewest} months`));
    assert.match(
      text,
      /\*\*Minimum record\.\*\* There is neither a score \(`service_score` is `null`\) nor a letter/,
    );
  });

  test('docs/decisions.md names the policy version and lists every rule in order', () => {
    const text = read('docs/decisions.md');
    assert.ok(text.startsWith(`# How a decision is made\n\nThis is policy \`${POLICY_VERSION}\`.`));
    assert.ok(text.includes(`\n**${POLICY_VERSION}** (`));
    const listed = [...text.matchAll(/^\| \d+ \| `(\w+)` \|.*\| (\S+) \| (\w+) \|$/gm)].map((row) =>
      row.slice(1),
    );
    const rules = RULES.map(({ code, verdict, severity }) => [
      code,
      verdict === 'CLEAR' ? '–' : verdict,
      severity,
    ]);
    assert.deepEqual(listed, rules);
  });

  test('docs/contract.md lists every error code with its status, and no others', () => {
    const [, table = ''] = /\*\*7\.12\*\*([\s\S]*?)\n## /.exec(read('docs/contract.md')) ?? [];
    const listed = [...table.matchAll(/^ {2}\| (\d+) \| (.*) \|$/gm)].flatMap(([, status, codes = '']) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(status)]),
    );
    assert.deepEqual(Object.fromEntries(listed), ERROR_STATUS);
  });

  test('the README starts with the two commands', () => {
    const [first, second] = [...read('README.md').matchAll(/^ {4}(npm .*)$/gm)].map(([, command]) => command);
    assert.deepEqual([first, second], ['npm ci && npm start', 'npm ci && npm test']);
  });
});

describe('settings', () => {
  const bad: readonly (readonly [name: string, value: string])[] = [
    ['PORT', '99999'],
    ['PORT', 'http'],
    ['HOST', 'a b'],
    ['BASE_URL', 'ftp://x'],
    ['BASE_URL', 'https://x/?q=1'],
    ['DATABASE_URL', 'mysql://u:secret@h/db'],
    ['REDIS_URL', 'http://u:secret@h'],
    ['REGULATOR_SOURCE', 'http://example.org'],
    ['REGULATOR_SOURCE', 'https://u:secret@example.org'],
    ['AS_OF', '2026-02-30'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['RATE_LIMIT_SEARCH', '-1'],
  ];
  for (const [name, value] of bad)
    test(`${name}=${value} is rejected with a sentence that names the setting and does not reveal a password`, () => {
      assert.throws(
        () => loadConfig({ [name]: value }),
        (error) =>
          error instanceof ConfigError &&
          error.message.startsWith(`The setting ${name} is `) &&
          error.message.includes('it must be') &&
          !error.message.includes('secret'),
      );
    });

  test('the defaults serve demo data on 127.0.0.1:3000 from ./.data', () => {
    const config = loadConfig({});
    assert.deepEqual(
      [
        config.port,
        config.host,
        config.baseUrl,
        config.dataDir,
        config.regulatorSource,
        config.limits.SCORECARD,
      ],
      [3000, '127.0.0.1', 'http://localhost:3000', path.resolve('.data'), { type: 'demo' }, 40],
    );
  });

  test('a setting from an earlier version is listed unless it is blank', () => {
    const names = (environment: Record<string, string>) =>
      listRemovedSettings(environment).map(({ name }) => name);
    assert.deepEqual(names({ PORT: '3000', WORKERS: '2' }), ['WORKERS']);
    assert.deepEqual(names({ WORKERS: ' ' }), []);
  });

  test('a blank setting gets the default, and a base URL loses its trailing slash', () => {
    assert.equal(
      loadConfig({ PORT: ' ', BASE_URL: 'https://x.example/api/' }).baseUrl,
      'https://x.example/api',
    );
  });
});
