import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Parses the repository's Containerfile. Only the syntax in that file is supported. */

export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly steps: readonly Step[];
}

interface Step {
  /** The instruction's keyword, in uppercase. */
  readonly word: string;
  /** The rest of the instruction, with continuation lines joined. */
  readonly rest: string;
}

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Returns the build stages in order. Throws if the file does not start with a FROM line. */
export function readStages(text = readFileSync(path.join(ROOT, 'Containerfile'), 'utf8')): Stage[] {
  const stages: { base: string; name: string | undefined; steps: Step[] }[] = [];
  const lines = text
    .replace(/^#.*$/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim());
  for (const line of lines.filter((each) => each !== '')) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [, base = '', name] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
      stages.push({ base, name, steps: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage || word === '') throw new Error(`Not understood in the Containerfile: ${line}`);
    stage.steps.push({ word, rest });
  }
  return stages;
}

/** Returns the arguments of a stage's last instruction with this keyword; undefined if there is none. */
export function lastOf({ steps }: Stage, word: string): string | undefined {
  return steps.findLast((step) => step.word === word)?.rest;
}

/** Returns the environment variables that a stage sets. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = stage.steps
    .filter(({ word }) => word === 'ENV')
    .flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('=', 2) as [string, string]));
  return Object.fromEntries(pairs);
}

/**
 * Returns the source paths, target, and source stage of a COPY instruction. Supports only the flags in this
 * file.
 */
export function readCopy(rest: string): { stage: string | undefined; from: string[]; to: string } {
  const words = rest.split(/\s+/);
  const stage = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  return { stage, from: paths.slice(0, -1), to: paths.at(-1) ?? '' };
}

/**
 * Returns true if `.containerignore` lets a file into the build context: it excludes everything except the
 * files listed with "!".
 */
export function isInContext(file: string, ignore: string): boolean {
  const lines = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const named = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const ends = lines.filter((line) => line.startsWith('**/*')).map((line) => line.slice('**/*'.length));
  const isNamed = named.some((each) => file === each || file.startsWith(`${each}/`));
  return isNamed && !ends.some((end) => file.endsWith(end));
}
