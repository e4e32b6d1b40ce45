import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrongUseOfImport } from './import-commands.ts';
import { skippedLines } from './import-report.ts';

test('records are never published as of a future day, and the error names the option', () => {
  const use = (asOf: string) => wrongUseOfImport({ from: ['x'], asOf }, '2025-12-31');
  assert.match(use('2026-01-01') ?? '', /^--as-of is 2026-01-01; it must be today \(2025-12-31\)/);
  assert.equal(use('2025-12-31'), undefined);
});

test('a link that was not followed is named, without the direction marks in its name', () => {
  const [line = ''] = skippedLines([{ path: '/data/a\u202evsc.exe', kind: 'symbolic link' }]);
  assert.match(
    line,
    /^SKIPPED {3}\/data\/a\ufffdvsc\.exe is a symbolic link; .* Do: name it itself after --from/,
  );
  const pipe = skippedLines([{ path: '/data/pipe', kind: 'named pipe' }]);
  assert.deepEqual(pipe, [
    'SKIPPED   /data/pipe is a named pipe; only files are read. Do: put what should be read into a file.',
  ]);
});
