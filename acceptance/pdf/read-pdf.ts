import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The content of a PDF, as read by independent programs. */
export interface PdfReading {
  /** Faults that qpdf found; empty if the file is sound. */
  readonly faults: string;
  /** Objects and page contents as plain text. */
  readonly source: string;
  /** The tags, in the order in which a screen reader reads them. */
  readonly tree: readonly Tag[];
  /** The visible text, without tags. */
  readonly text: string;
  readonly title: string;
}

export interface Tag {
  readonly type: string;
  text: string;
  readonly attributes: string[];
  readonly children: Tag[];
}

const TOOLS: readonly (readonly [tool: string, debianPackage: string])[] = [
  ['qpdf', 'qpdf'],
  ['pdfinfo', 'poppler-utils'],
  ['pdftotext', 'poppler-utils'],
];
const BYTES_MAX = 512 * 1024 * 1024;
const run = async (tool: string, ...args: readonly string[]) =>
  (await promisify(execFile)(tool, args, { maxBuffer: BYTES_MAX })).stdout;

/** Lists the tools that this machine lacks, with the Debian packages that contain them. */
export async function findMissingTools(): Promise<string[]> {
  const found = await Promise.all(
    TOOLS.map(async ([tool, debianPackage]) => {
      const isThere = await run(tool, tool === 'qpdf' ? '--version' : '-v').then(
        () => true,
        () => false,
      );
      return isThere ? [] : [`${tool} (Debian package ${debianPackage})`];
    }),
  );
  return found.flat();
}

export async function readPdf(bytes: Uint8Array): Promise<PdfReading> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pdf-'));
  const file = path.join(folder, 'pack.pdf');
  const plain = path.join(folder, 'plain.pdf');
  try {
    await writeFile(file, bytes);
    const faults = await run('qpdf', '--check', file).then(
      () => '',
      (error: unknown) => String(error),
    );
    await run('qpdf', '--qdf', '--object-streams=disable', file, plain);
    const info = await run('pdfinfo', file);
    return {
      faults,
      source: await run('cat', plain),
      tree: readTags(await run('pdfinfo', '-struct-text', file)),
      text: await run('pdftotext', file, '-'),
      title: /^Title:\s+(.*)$/m.exec(info)?.[1] ?? '',
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Parses pdfinfo's outline. It has one tag per line, indented by two spaces per level, with attributes after
 * a colon and text in quotes.
 */
function readTags(outline: string): Tag[] {
  const root: Tag = { type: 'Root', text: '', attributes: [], children: [] };
  const open: Tag[] = [root];
  let quoted: string | undefined;
  for (const line of outline.split('\n')) {
    const last = open.at(-1) ?? root;
    if (quoted !== undefined || line.trimStart().startsWith('"')) {
      quoted = quoted === undefined ? line.trimStart().slice(1) : `${quoted}\n${line}`;
      if (!quoted.endsWith('"')) continue;
      last.text += quoted.slice(0, -1);
      quoted = undefined;
      continue;
    }
    const [, blanks = '', type, rest = ''] = /^( *)([A-Z]\w*)(.*)$/.exec(line) ?? [];
    if (type === undefined) {
      if (line.trim() !== '') last.attributes.push(line.trim());
      continue;
    }
    open.length = blanks.length / 2 + 1;
    const tag: Tag = { type, text: '', attributes: rest === '' ? [] : [rest], children: [] };
    (open.at(-1) ?? root).children.push(tag);
    open.push(tag);
  }
  return root.children;
}

/** Returns every tag of a type below these, in reading order. */
export function findTags(tags: readonly Tag[], type: string): Tag[] {
  return tags.flatMap((tag) => [...(tag.type === type ? [tag] : []), ...findTags(tag.children, type)]);
}
