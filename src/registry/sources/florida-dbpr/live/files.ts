import listed from './files.json' with { type: 'json' };

export type RegulatorFileKind = 'licenses' | 'inspections' | 'new_licenses' | 'ownership_changes';

/** One file the regulator publishes: `path` is below the base URL of the source. */
export type RegulatorFile = {
  readonly name: string;
  readonly path: string;
  readonly kind: RegulatorFileKind;
  readonly maxBytes: number;
};

const KINDS: readonly string[] = [
  'licenses',
  'inspections',
  'new_licenses',
  'ownership_changes',
] satisfies RegulatorFileKind[];

/** The files to fetch daily, as `files.json` lists them. Throws when it names a kind nobody knows. */
export function listRegulatorFiles(): readonly RegulatorFile[] {
  return listed.map(({ name, path, kind, max_bytes }) => {
    if (!isKind(kind)) throw new Error(`files.json: ${name} is of unknown kind "${kind}"`);
    return { name, path, kind, maxBytes: max_bytes };
  });
}

function isKind(text: string): text is RegulatorFileKind {
  return KINDS.includes(text);
}
