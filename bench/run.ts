import { parseArgs } from 'node:util';
import { checkCosts } from './check.ts';
import { measureHttp } from './http.ts';
import { printTable, type Row } from './report.ts';
import { measureStart } from './start.ts';
import { openWorkspace } from './workspace.ts';

const PARTS = { http: measureHttp, start: measureStart } as const;

/** In a longer run, the rate-limited endpoint would reach its limit of a million requests a minute. */
const SECONDS_MAX = 10;

/**
 * Returns exit code 0 regardless of the figures, 1 if a measurement failed, and 2 for an invalid option. With
 * `--check` it also returns 1 if a request costs more than in the baseline.
 */
async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(
      `${options}\nUsage: npm run bench -- [--seconds N] [--only http|start] [--json]\n       npm run bench -- --check [--update] [--metrics]`,
    );
    return 2;
  }
  const workspace = await openWorkspace({ inMemory: options.check });
  const progress = (text: string) => process.stderr.write(`… ${text}\n`);
  const rows: Row[] = [];
  try {
    if (options.check) return await checkCosts({ workspace, progress }, options);
    for (const measure of options.parts)
      rows.push(...(await measure({ workspace, seconds: options.seconds, progress })));
    if (options.json) console.log(JSON.stringify({ node: process.version, rows }, null, 2));
    else printTable(rows);
    return 0;
  } catch (error) {
    console.error('Could not be measured:', error);
    return 1;
  } finally {
    await workspace.close();
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: '4' },
        only: { type: 'string' },
        json: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        update: { type: 'boolean', default: false },
        metrics: { type: 'boolean', default: false },
      },
    });
    const seconds = Number(values.seconds);
    if (!(seconds >= 0.2 && seconds <= SECONDS_MAX)) return `--seconds must be from 0.2 to ${SECONDS_MAX}.`;
    const parts = Object.entries(PARTS).filter(([name]) => (values.only ?? name) === name);
    if (parts.length === 0) return `--only must be one of ${Object.keys(PARTS).join(', ')}.`;
    const { json, check, update, metrics } = values;
    if (update && !check) return '--update goes with --check.';
    if (metrics && (!check || update)) return '--metrics goes with --check, without --update.';
    return { seconds, json, check, update, metrics, parts: parts.map(([, measure]) => measure) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

process.exitCode = await main();
