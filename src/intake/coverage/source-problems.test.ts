import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CheckedFile, findSourceProblem, gatherProblems } from './source-problems.ts';

const COPY = {
  fileDate: '2025-09-30',
  arrivedAt: '2025-10-01T11:15:00Z',
  confirmedAt: '2025-10-03T11:15:00Z',
};
const CAME: CheckedFile = {
  name: 'hrfood6.csv',
  checkedAt: '2025-10-04T11:15:00Z',
  outcome: 'unchanged',
  reason: null,
  copy: COPY,
  isOlder: false,
};
const LIVE = { renewedWithinDays: 15, isOutdated: false, isRenewed: true };

describe('a source file’s problem', () => {
  test('is undefined if the file was checked and its bytes changed within the usual time', () => {
    assert.equal(findSourceProblem(CAME, LIVE), undefined);
    assert.equal(findSourceProblem({ ...CAME, outcome: 'downloaded' }, LIVE), undefined);
  });

  test('has a code that depends on why the download failed', () => {
    const codes = Object.entries({
      'http_404: x': 'not_found',
      'http_410: x': 'not_found',
      'html_instead_of_data: x': 'web_page',
      'truncated: x': 'incomplete',
      'empty: x': 'incomplete',
      'network: x': 'unreachable',
      'timeout: x': 'unreachable',
      'http_503: x': 'unreachable',
      'http_401: x': 'not_allowed',
      'redirect_refused: x': 'not_allowed',
      'bad_content_type: x': 'wrong_kind',
      'too_large: x': 'too_large',
      'storage: ENOSPC': 'not_stored',
      'bad_name: x': 'failed',
    });
    for (const [reason, code] of codes) {
      const problem = findSourceProblem({ ...CAME, outcome: 'failed', reason }, LIVE);
      assert.equal(problem?.code, code, reason);
      assert.ok(problem?.what.endsWith(`(${reason})`), 'the reason itself is there');
    }
  });

  test('has the same wording for every file if the site rejected the service or has moved', () => {
    const sayings = Object.entries({
      'http_403: https://x.example/a.csv: answered 403': /turns this service away \(403\)/,
      'challenge: https://x.example/a.csv: answered 403 with a challenge':
        /\(a challenge that only a browser passes\)/,
      'http_429: https://x.example/a.csv: answered 429, retry after 3600 s': /a retry in 60 minutes \(429\)/,
      'moved: https://x.example/a.csv: sent on to https://new.example':
        /redirects this service to https:\/\/new\.example,/,
    });
    for (const [reason, expected] of sayings) {
      const problem = findSourceProblem({ ...CAME, outcome: 'failed', reason }, LIVE);
      assert.match(problem?.what ?? '', expected);
      assert.doesNotMatch(problem?.what ?? '', /a\.csv/);
      assert.match(problem?.next ?? '', /source list.*REGULATOR_SOURCE/);
      const [, rest = ''] = /^[^:]*: https:\/\/x\.example\/a\.csv: (.*)$/.exec(reason) ?? [];
      const notAsked = `not_asked: ${reason.split(':')[0]}: ${rest}`;
      const other = findSourceProblem({ ...CAME, outcome: 'failed', reason: notAsked }, LIVE);
      if (!reason.startsWith('moved')) assert.deepEqual(other, problem);
    }
  });

  test('shares a line with other files that failed for the same reason, and otherwise has its own line', () => {
    const failed = (name: string, reason: string) => ({
      name,
      checked_at: CAME.checkedAt,
      problem: findSourceProblem({ ...CAME, name, outcome: 'failed', reason }, LIVE) ?? null,
    });
    const gathered = gatherProblems([
      failed('a.csv', 'http_404: https://x.example/a.csv: answered 404'),
      failed('b.csv', 'http_403: https://x.example/b.csv: answered 403'),
      failed('c.csv', 'not_asked: http_403: answered 403'),
      failed('d.csv', 'network: https://x.example/d.csv: connect ECONNREFUSED'),
      { name: 'e.csv', problem: null, checked_at: CAME.checkedAt },
      failed('f.csv', 'moved: https://x.example/f.csv: sent on to https://new.example'),
      ...['g', 'h', 'i'].map((name) =>
        failed(`${name}.csv`, `network: https://x.example/${name}.csv: connect ECONNREFUSED`),
      ),
      { ...failed('j.csv', ''), problem: findSourceProblem({ ...CAME, outcome: 'gone' }, LIVE) ?? null },
      { ...failed('k.csv', ''), problem: findSourceProblem({ ...CAME, outcome: 'gone' }, LIVE) ?? null },
    ]);
    assert.deepEqual(
      gathered.map(({ name, problem }) => `${name} ${problem.code}`),
      [
        'a.csv not_found',
        '2 files (b.csv, c.csv) not_allowed',
        '4 files (d.csv, g.csv, h.csv, and 1 more) unreachable',
        'f.csv not_allowed',
        'j.csv gone',
        'k.csv gone',
      ],
    );
    assert.match(gathered[2]?.problem.what ?? '', /error\. \(network: connect ECONNREFUSED\)$/);
    assert.match(gathered[1]?.problem.records ?? '', /use earlier copies of these files/);
    assert.match(gathered[3]?.problem.records ?? '', /copy read on October 1, 2025/);
  });

  test('names the copy that the records use, and the day on which that copy was last confirmed', () => {
    const failed = { ...CAME, outcome: 'failed', reason: 'timeout: x' };
    assert.equal(
      findSourceProblem(failed, LIVE)?.records,
      'The records use the copy read on October 1, 2025, whose newest day is September 30, 2025. It was last found unchanged on October 3, 2025.',
    );
    assert.match(
      findSourceProblem({ ...failed, copy: undefined }, LIVE)?.records ?? '',
      /No copy was ever read/,
    );
  });

  test('is “late” once the bytes have been the same for 16 days in the regulator’s time zone', () => {
    const on = (checkedAt: string) => findSourceProblem({ ...CAME, checkedAt }, LIVE);
    assert.equal(on('2025-10-17T03:00:00Z'), undefined);
    assert.equal(on('2025-10-17T11:15:00Z')?.code, 'late');
    assert.match(on('2025-10-17T11:15:00Z')?.what ?? '', /was checked and has been the same for 16 days/);
  });

  test('is “unreachable” and names the time limit if the run’s time was up before the file was requested', () => {
    const reason = 'not_asked: out_of_time: the downloads of one run took more than 120 minutes';
    const problem = findSourceProblem({ ...CAME, outcome: 'failed', reason }, LIVE);
    assert.equal(problem?.code, 'unreachable');
    assert.match(problem?.what ?? '', /was too slow.* \(out_of_time: the downloads of one run took/);
    assert.doesNotMatch(problem?.next ?? '', /REGULATOR_SOURCE/);
  });

  test('includes advice about the folder only if the file comes from one', () => {
    const late = { ...LIVE, isOutdated: true };
    const refused = { ...CAME, outcome: 'held_back', reason: 'truncated: x' };
    const inFolder = { isRenewed: false, isOfFolder: true };
    assert.match(findSourceProblem(CAME, { ...late, ...inFolder })?.next ?? '', /into the folder/);
    assert.match(findSourceProblem(refused, { ...LIVE, ...inFolder })?.next ?? '', /into the folder/);
    assert.doesNotMatch(findSourceProblem(CAME, late)?.next ?? '', /folder/);
    assert.doesNotMatch(findSourceProblem(refused, LIVE)?.next ?? '', /folder/);
  });

  test('does not count days for a file from a folder, but is “late” if the file’s newest day is old', () => {
    const later = { ...CAME, checkedAt: '2026-10-10T11:15:00Z' };
    const soon = findSourceProblem(CAME, { ...LIVE, isRenewed: false, isOutdated: true });
    assert.match(soon?.what ?? '', /its newest day is September 30, 2025; it should have been renewed/);
    assert.equal(findSourceProblem(later, { ...LIVE, isRenewed: false }), undefined);
    assert.equal(findSourceProblem(later, { ...LIVE, isRenewed: false, isOutdated: true })?.code, 'late');
  });

  test('is a failure instead of “late” if the file could not be checked', () => {
    const later = { ...CAME, checkedAt: '2025-12-01T11:15:00Z', outcome: 'failed', reason: 'http_404: x' };
    assert.equal(findSourceProblem(later, LIVE)?.code, 'not_found');
  });

  test('is “older” if the site has an older copy, but not if a folder does', () => {
    const older = { ...CAME, isOlder: true };
    assert.equal(findSourceProblem(older, LIVE)?.code, 'older');
    assert.equal(findSourceProblem(older, { ...LIVE, isRenewed: false }), undefined);
  });

  test('is reported for a missing file and for a refused file', () => {
    assert.equal(findSourceProblem({ ...CAME, outcome: 'gone' }, LIVE)?.code, 'gone');
    const refused = findSourceProblem({ ...CAME, outcome: 'held_back', reason: 'cut_off: x' }, LIVE);
    assert.deepEqual(
      [refused?.code, refused?.what],
      ['held_back', 'The file arrived and was refused. (cut_off: x)'],
    );
  });
});
