import type { Command } from 'commander';
import { type Config, loadConfig } from '../config.ts';
import { readFileList } from '../jobs/source/file-list.ts';
import { readLinkedFiles } from '../jobs/source/linked-files.ts';
import { siteFolder } from '../jobs/source/refresh-site.ts';
import { jurisdictionDay } from '../lib/dates.ts';
import { locateFile } from '../lib/source-url.ts';
import { SCORED_YEARS } from '../registry/scoring/rules.ts';
import { REGULATOR } from '../registry/sources/regulator.ts';
import { EXIT, type Output } from './output.ts';
import { openOutput, type Shell } from './shell.ts';

/** `source list`: prints the addresses of all files for a browser or curl on another machine. Makes no request. */
export function addSourceCommands(program: Command, shell: Shell, result: { exitCode: number }): void {
  const source = program.command('source').description('the files of the regulator’s site');
  source
    .command('list')
    .description('print every address with the name to save the file under, for a browser or curl elsewhere')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: { readonly json: boolean }) => {
      const output = openOutput(shell, json);
      result.exitCode = await listCommand(loadConfig(shell.environment), new Date(), output);
    });
}

const HOW_TO = [
  '# Save each file under its name in one folder, then set REGULATOR_SOURCE to that folder, or import it:',
  '#     npm run cli -- import --from <folder>',
  '# A name with several addresses is at one of them. A web page with status 200 means that there is no such file.',
];

/** Prints a line for each address: the name of the file, then the address, in the order in which the service asks. */
export async function listCommand(
  config: Pick<Config, 'regulatorSource' | 'regulatorFiles' | 'dataDir'>,
  now: Date,
  output: Output,
): Promise<number> {
  const { regulatorSource: from } = config;
  const siteUrl = from.type === 'url' ? from.url : new URL(REGULATOR.siteUrl);
  const linked = await readLinkedFiles(siteFolder(config), siteUrl);
  const planned = REGULATOR.planFiles({
    ...{ links: linked?.links ?? [], list: readFileList(config) },
    ...{ today: jurisdictionDay(now), years: SCORED_YEARS },
  });
  const files = planned.flatMap(({ name, kind, period, path, otherPaths }) =>
    [path, ...otherPaths].map((each) => ({ name, kind, period, url: locateFile(siteUrl, each).href })),
  );
  const width = Math.max(...files.map(({ name }) => name.length));
  output.result({ files }, () => [
    ...HOW_TO,
    ...files.map(({ name, url }) => `${name.padEnd(width)}  ${url}`),
  ]);
  return EXIT.done;
}
