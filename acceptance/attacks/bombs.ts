import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { manyTexts, workbookParts, zipOf } from '../../test/support/hostile-files.ts';
import { licenseCsv, licenseRow } from '../../test/support/regulator-files.ts';
import { runCommandOf } from '../support/service.ts';
import type { Attack, AttackContext } from './attack.ts';

/**
 * Uploads zip bombs (files that expand to far more than their size) alongside a valid file; all are generated
 * here. It uploads a 1.2 MB workbook with 510 MB of text, then uploads all of the bombs at the same time, and
 * then checks the workbook from the command line.
 */
export const attack: Attack = {
  name: 'bombs',
  guarantee:
    'A file that unpacks to half a gigabyte is held back with a reason, and the good one beside it is published',
  engines: ['sqlite'],
  async run(context) {
    const one = await serveFolder(context, 'one', ['texts.xlsx']);
    const all = await serveFolder(context, 'all', Object.keys(BOMBS));
    const command = await importBomb(context);
    return {
      held: one.held && all.held && command.held,
      saw: `texts.xlsx alone: ${one.saw}; all ${Object.keys(BOMBS).length}: ${all.saw}; import --from: ${command.saw}`,
    };
  },
};

const MB = 1024 * 1024;
const OBSERVATIONS = 'id,visitid,violation,details_id,obs\n';

const BOMBS: Readonly<Record<string, () => Uint8Array>> = {
  'texts.xlsx': () => zipOf(workbookParts({ strings: manyTexts(30_000_000) })),
  'row.xlsx': () => zipOf(workbookParts({ rows: `<row r="1">${'<c/>'.repeat(50_000_000)}</row>` })),
  'columns.xlsx': () =>
    zipOf(workbookParts({ rows: '<row><c r="XFD1"><v>1</v></c></row>'.repeat(2_000_000) })),
  'rows.xlsx': () => zipOf(workbookParts({ rows: '<row/>'.repeat(50_000_000) })),
  'line.csv.gz': () => gzipSync(Buffer.alloc(400 * MB, 'x')),
  'short-rows.csv.gz': () => gzipSync(licenseCsv([licenseRow()]) + '1,2\r\n'.repeat(20_000_000)),
  'lists.json.gz': () => gzipSync(`{"1234567890":[${'{},'.repeat(40_000_000)}{}]}`),
  'quotes.csv.gz': () => gzipSync(`${OBSERVATIONS}1,2,"${'""'.repeat(50_000_000)}"\n`),
  'twice.gz': () => gzipSync(gzipSync(Buffer.alloc(100 * MB))),
};

async function serveFolder(
  context: AttackContext,
  name: string,
  bombs: readonly string[],
): Promise<{ held: boolean; saw: string }> {
  const source = path.join(context.folder, `source-${name}`);
  mkdirSync(source);
  writeFileSync(path.join(source, 'good.csv'), goodFile());
  for (const bomb of bombs) writeFileSync(path.join(source, bomb), BOMBS[bomb]?.() ?? '');
  try {
    const began = performance.now();
    const service = await context.startService({
      DATA_DIR: path.join(context.folder, `data-${name}`),
      REGULATOR_SOURCE: source,
      AS_OF: '2026-03-16',
    });
    const seconds = Math.round((performance.now() - began) / 1_000);
    const found = await fetch(`${service.url}/api/vendors?q=pelican`).then((answer) => answer.text());
    const peak = peakMb(service.child.pid);
    const finished = service.log.find(({ msg }) => String(msg).startsWith('refresh finished'));
    await service.stop();
    const reasons = [...JSON.stringify(finished).matchAll(/"[^"]*\/([^"/]*): (\w+): /g)].map(
      ([, file, code]) => `${file} ${code}`,
    );
    return {
      held: reasons.length === bombs.length && found.includes('PELICAN'),
      saw: `good file ${found.includes('PELICAN') ? 'published' : 'MISSING'} after ${seconds} s, peak ${peak} MB, held back ${reasons.join(', ')}`,
    };
  } catch (error) {
    return { held: false, saw: String(error).replaceAll(/\s+/g, ' ').slice(0, 300) };
  }
}

async function importBomb({ checkout, folder }: AttackContext): Promise<{ held: boolean; saw: string }> {
  const bomb = path.join(folder, 'source-one', 'texts.xlsx');
  const settings = { DATA_DIR: path.join(folder, 'data-import'), AS_OF: '2026-03-16' };
  const { code, stdout, seconds } = await runCommandOf(checkout, ['import', '--from', bomb], settings);
  return {
    held: code === 1 && stdout.includes('too_large'),
    saw:
      code === null ? `killed after ${Math.round(seconds)} s` : `exit ${code} after ${Math.round(seconds)} s`,
  };
}

function goodFile(): string {
  const licenses = Array.from({ length: 100 }, (_, index) =>
    licenseRow({
      licenseNumber: `MFD${4758801 + index}`,
      businessName: `PELICAN TACO WAGON ${index}`,
      lastInspectedOn: '2026-03-10',
    }),
  );
  return licenseCsv(licenses);
}

/** Returns the peak memory of the process, in megabytes. */
function peakMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
