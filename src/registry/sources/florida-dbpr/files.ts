import type { SourceFile, SourceFileKind } from '../source.ts';
import listed from './files.json' with { type: 'json' };

const KINDS: readonly string[] = [
  'licenses',
  'inspections',
  'new_licenses',
  'ownership_changes',
] satisfies SourceFileKind[];

/** The files to fetch daily, as `files.json` lists them. Throws when it names a kind nobody knows. */
export function listRegulatorFiles(): readonly SourceFile[] {
  return listed.map(({ name, path, kind, district, max_bytes }) => {
    if (!isKind(kind)) throw new Error(`files.json: ${name} is of unknown kind "${kind}"`);
    return { name, path, kind, district, maxBytes: max_bytes };
  });
}

function isKind(text: string): text is SourceFileKind {
  return KINDS.includes(text);
}
