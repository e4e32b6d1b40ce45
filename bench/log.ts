import { parseArgs } from 'node:util';
import { measureDecisions } from './log-decisions.ts';
import { measureSize } from './log-size.ts';
import { openWorkspace } from './workspace.ts';

/** Measures the cost of the public log: `node bench/log.ts`. See "The public log" in bench/README.md. */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '15' },
    only: { type: 'string', default: 'decisions,size' },
  },
});
const parts = values.only.split(',');
const workspace = await openWorkspace();
try {
  const lines = [
    ...(parts.includes('size') ? await measureSize(workspace.folder, Number(values.entries)) : []),
    ...(parts.includes('decisions')
      ? await measureDecisions(workspace, { rounds: Number(values.rounds), seconds: Number(values.seconds) })
      : []),
  ];
  for (const line of lines) console.log(`| ${line} |`);
} finally {
  await workspace.close();
}
