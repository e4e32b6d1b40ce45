import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config.ts';
import { listSourceFiles } from '../../intake/fetch/source-files-service.ts';
import { readFileList } from '../../jobs/refresh/site/file-list.ts';
import { readLinkedFiles } from '../../jobs/refresh/site/linked-files.ts';
import { siteFolder } from '../../jobs/refresh/site/refresh-site.ts';
import { PAUSE_MS } from '../../jobs/refresh/site/site-fetcher.ts';
import { SCORED_YEARS } from '../../judgment/score/rules.ts';
import { locateFile } from '../../lib/address/source-url.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import { isFileEmpty } from '../../ops/ledger-file/lost-ledger.ts';
import { openLedger } from '../../platform/db/open.ts';
import type { SourceFilesTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { EXIT, type Output } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';

/**
 * Adds `source list`, which prints the URLs of all files, for a browser or curl on another machine. It does
 * not send any requests.
 */
export function addSourceCommands(program: Command, shell: Shell, result: { exitCode: number }): void {
  const source = program.command('source').description('the files of the regulator’s site');
  source
    .command('list')
    .description('print every address with the name to save the file under, for a browser or curl elsewhere')
    .option('--curl', 'as a shell script that saves the files with curl, one at a time', false)
    .option('--json', 'as JSON', false)
    .action(async ({ json, curl }: { readonly json: boolean; readonly curl: boolean }) => {
      const output = openOutput(shell, json);
      const config = loadConfig(shell.environment);
      const known = await listKnownFiles(config);
      result.exitCode = await listCommand(config, { now: new Date(), known, isScript: curl }, output);
    });
}

type KnownFile = Pick<SourceFilesTable, 'name' | 'url' | 'outcome' | 'sha256'>;

/** Returns what earlier runs found on the site; empty if there is no ledger or it does not respond. */
async function listKnownFiles(config: Config): Promise<KnownFile[]> {
  // Opening the ledger would create a database if there is none.
  if (isFileEmpty(config)) return [];
  try {
    const ledger = openLedger(config);
    return await listSourceFiles(ledger.db).finally(() => ledger.close());
  } catch {
    return [];
  }
}

interface ListedFile {
  readonly name: string;
  readonly kind: string;
  readonly period: string | null;
  readonly url: string;
  /** Other URLs to try if `url` returns a web page. */
  readonly other_urls: readonly string[];
  /** The name of another file. This file exists on the site only if that one does not. */
  readonly unless: string | null;
}

interface ListOptions {
  readonly now: Date;
  readonly known?: readonly KnownFile[];
  readonly isScript?: boolean;
}

/**
 * Prints each file once, with its name and then its URL, in the order in which the service requests them.
 * Leaves out files that the site did not have.
 */
export async function listCommand(
  config: Pick<Config, 'regulatorSource' | 'regulatorFiles' | 'dataDir'>,
  { now, known = [], isScript = false }: ListOptions,
  output: Output,
): Promise<number> {
  const { regulatorSource: from } = config;
  const siteUrl = from.type === 'url' ? from.url : new URL(REGULATOR.siteUrl);
  const linked = await readLinkedFiles(siteFolder(config), siteUrl);
  const planned = REGULATOR.planFiles({
    links: linked?.links ?? [],
    list: readFileList(config),
    today: jurisdictionDay(now),
    years: SCORED_YEARS,
  });
  const rows = new Map(known.map((row) => [row.name, row]));
  const isHad = (name: string) => (rows.get(name)?.sha256 ?? null) !== null;
  const files = planned.flatMap(({ name, kind, period, path, otherPaths, unless }): ListedFile[] => {
    if (rows.get(name)?.outcome === 'missing' || (unless !== null && isHad(unless))) return [];
    const paths = [path, ...otherPaths].map((each) => locateFile(siteUrl, each).href);
    const found = isHad(name) ? rows.get(name)?.url : undefined;
    const urls = found !== undefined && paths.includes(found) ? [found] : paths;
    const [url = '', ...others] = new Set(urls);
    return [{ name, kind, period, url, other_urls: others, unless }];
  });
  output.result({ files }, () => (isScript ? scriptLines(files) : listLines(files)));
  return EXIT.done;
}

const HOW_TO = [
  '# Save each file under its name in one folder, then set REGULATOR_SOURCE to that folder, or import it:',
  '#     npm run cli -- import --from <folder>',
  '# "source list --curl" prints a script that saves them, and the files of districts where a workbook is not there.',
];
const ONLY_IF = '# Only if a web page came in place of the file of this name:';

function listLines(files: readonly ListedFile[]): string[] {
  const width = Math.max(...files.map(({ name }) => name.length));
  const line = (name: string, url: string) => `${name.padEnd(width)}  ${url}`;
  const first = files.filter(({ unless }) => unless === null);
  const others = first.flatMap(({ name, other_urls }) => other_urls.map((each) => `# ${line(name, each)}`));
  return [
    ...HOW_TO,
    ...first.map(({ name, url }) => line(name, url)),
    ...(others.length === 0 ? [] : [ONLY_IF, ...others]),
  ];
}

/**
 * The script that downloads the files. When it is run again, it requests only newer files. It discards a web
 * page that is sent in place of a file.
 */
const SCRIPT = [
  '#!/bin/sh',
  '# Saves the regulator’s files in the present folder, one request at a time. Run it again to renew them.',
  '# Then set REGULATOR_SOURCE to the folder.',
  'save() {',
  '  name=$1',
  '  shift',
  '  for address; do',
  `    sleep ${PAUSE_MS / 1_000}`,
  '    type=$(curl -fsSR --max-time 1800 -z "$name" -o "$name.part" -w \'%{http_code} %{content_type}\' "$address")',
  '    case $type in',
  '      304*) return ;;',
  '      *html*) ;;',
  '      200*) if [ -s "$name.part" ]; then mv "$name.part" "$name"; return; fi ;;',
  '    esac',
  '    rm -f "$name.part"',
  '  done',
  '  echo "not saved: $name ($type)" >&2',
  '}',
];

function scriptLines(files: readonly ListedFile[]): string[] {
  return [
    ...SCRIPT,
    ...files.map(({ name, url, other_urls, unless }) => {
      const saving = ['save', name, ...[url, ...other_urls].map((each) => `'${each}'`)].join(' ');
      return unless === null ? saving : `[ -s ${unless} ] || ${saving}`;
    }),
  ];
}
