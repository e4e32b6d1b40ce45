import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import { writeDemoFiles } from '../src/demo/florida/files/write-demo-files.ts';
import { LoadResult } from './http-messages.ts';
import { type Endpoint, planRequests } from './http-requests.ts';
import { Shares, toShares } from './profile-shares.ts';
import { AS_OF, startService } from './service.ts';
import { ask, openWorkspace, type Workspace } from './workspace.ts';

/**
 * Where the time goes: `node bench/profile.ts [--of <folder>] [--seconds 5] [--top 10] [--only <request>|import …]`. The functions
 * in which the answering thread spends most of its busy time itself, for each kind of request under the load of the other
 * benchmarks, and for an import. `--of` profiles another checkout of the project. Measurements, not tests: the exit code is 0.
 */
const CONNECTIONS = 32;
const WITHIN_MS = 60_000;
const IMPORTED_VENDORS = 10_000;
const IMPORT = 'import';
/** As the service starts itself, so that it does not start anew inside the profile. */
const FLAGS = ['--max-semi-space-size=8'];

const { values } = parseArgs({
  options: {
    of: { type: 'string', default: '.' },
    seconds: { type: 'string', default: '5' },
    top: { type: 'string', default: '10' },
    only: { type: 'string', multiple: true, default: ['identity', 'decision', 'search', IMPORT] },
  },
});
const checkout = path.resolve(values.of);
const workspace = await openWorkspace();
try {
  const requests = values.only.filter((each) => each !== IMPORT);
  if (requests.length > 0) await profileRequests(workspace, requests as Endpoint[]);
  if (values.only.includes(IMPORT)) await profileImport(workspace);
} finally {
  await workspace.close();
}

async function profileRequests(workspace: Workspace, endpoints: readonly Endpoint[]): Promise<void> {
  const recorder = path.join(import.meta.dirname, 'profile-recorder.ts');
  const service = await startService(
    workspace,
    path.join(workspace.folder, 'profile'),
    {},
    path.join(checkout, 'src/main.ts'),
    ([main = '', ...args], environment) =>
      workspace.forkNode(main, args, { environment, flags: [...FLAGS, '--import', recorder] }),
  );
  const load = workspace.forkHelper('http-load.ts');
  const planned = await planRequests(service.port);
  for (const endpoint of endpoints) {
    const paths = planned[endpoint];
    if (paths === undefined)
      throw new Error(`--only is one of ${[...Object.keys(planned), IMPORT].join(', ')}`);
    const drive = (seconds: number) =>
      ask(load, { port: service.port, connections: CONNECTIONS, seconds, paths }, LoadResult, WITHIN_MS);
    // What is kept is kept from the second time on.
    for (let asked = 0; asked < 3 * paths.length; ) asked += (await drive(2)).perSecond * 2;
    await ask(service.process, { profile: 'begin' }, Type.Object({}), WITHIN_MS);
    await drive(Number(values.seconds));
    print(endpoint, await ask(service.process, { profile: 'end' }, Shares, WITHIN_MS));
  }
  for (const child of [load, service.process]) await workspace.stop(child);
}

async function profileImport(workspace: Workspace): Promise<void> {
  const folder = path.join(workspace.folder, IMPORT);
  const files = await writeDemoFiles({
    directory: path.join(folder, 'files'),
    today: AS_OF,
    vendorCount: IMPORTED_VENDORS,
  });
  const profiles = path.join(folder, 'profiles');
  const child = workspace.spawnNode(
    [
      ...FLAGS,
      '--cpu-prof',
      `--cpu-prof-dir=${profiles}`,
      path.join(checkout, 'src/main.ts'),
      IMPORT,
      '--from',
      ...files,
    ],
    { DATA_DIR: path.join(folder, 'data'), AS_OF, BASE_URL: 'http://localhost:3000' },
  );
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  for (const file of readdirSync(profiles))
    print(IMPORT, toShares(JSON.parse(readFileSync(path.join(profiles, file), 'utf8'))));
}

function print(what: string, { busy, functions }: Shares): void {
  console.log(`\n${what}: busy ${percent(busy)} of the time`);
  for (const { name, share } of functions.slice(0, Number(values.top)))
    console.log(`${percent(share).padStart(7)}  ${name}`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
