import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'acceptance/*.md'], { cwd: ROOT });
const FILES = globSync(['*.*', '{src,test,acceptance,tools,bench,docs}/**/*.*'], { cwd: ROOT });
/** A file that the guide asks newcomers to create. */
const TO_BE_MADE = ['src/judgment/score/rules-v3.ts'];

describe('the documents', () => {
  test('link only to files and headings that exist', () => {
    const broken = DOCUMENTS.flatMap((document) =>
      [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, address = '']) => address)
        .filter((address) => !/^[a-z]+:/.test(address) && !leadsSomewhere(document, address))
        .map((address) => `${document}: ${address}`),
    );
    assert.deepEqual(broken, []);
  });

  test('mention only source files and documents that exist, even if only the end of the path is given', () => {
    const missing = DOCUMENTS.flatMap((document) =>
      [
        ...read(document).matchAll(
          /`((?:src|test|acceptance|tools|bench|docs)\/[\w./-]*\w|[\w./-]+\.(?:ts|md))`/g,
        ),
      ]
        .map(([, named = '']) => named)
        .filter((named) => !TO_BE_MADE.includes(named))
        .filter((named) => !existsSync(path.join(ROOT, named)))
        .filter((named) => !FILES.some((file) => `/${file}`.endsWith(`/${named}`)))
        .map((named) => `${document}: ${named}`),
    );
    assert.deepEqual(missing, []);
  });

  test('name only npm scripts that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const named = DOCUMENTS.flatMap((document) =>
      [...read(document).matchAll(/npm run (?:-\S+ )?([a-z][\w:-]*)/g)].map(([, script = '']) => script),
    );
    assert.ok(named.includes('check'));
    assert.deepEqual(
      named.filter((script) => !(script in scripts)),
      [],
    );
  });
});

function leadsSomewhere(document: string, address: string): boolean {
  const [file = '', heading] = address.split('#');
  const target = file === '' ? document : path.join(path.dirname(document), file);
  if (!existsSync(path.join(ROOT, target))) return false;
  return heading === undefined || headingsOf(read(target)).includes(heading);
}

/** Returns the anchors that GitHub creates for the headings. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}
