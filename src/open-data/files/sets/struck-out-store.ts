import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { parseStored } from '../../../lib/stored-json.ts';
import type { DataRow } from '../file-formats.ts';
import { ENDINGS } from '../file-formats.ts';
import { isMissing } from './sets-store.ts';

/** The mark that replaces a removed part of an inspector's text: a name, a phone number, an email address. */
const MARK = /\[[a-z ]+\]/;

/** Detects text that was removed from the inspectors' texts since an earlier set. */
export interface StruckOut {
  see(violations: readonly DataRow[]): void;
  readonly found: () => boolean;
}

/**
 * Reads the texts of the earlier set, as hashes. Without one, or if it was just removed, nothing is found.
 */
export async function compareWithSet(folder: string, name: string | undefined): Promise<StruckOut> {
  const before = name === undefined ? new Map<string, string>() : await readTexts(path.join(folder, name));
  let isFound = false;
  return {
    see(violations) {
      for (const row of violations) {
        const { text } = row;
        if (typeof text !== 'string' || !MARK.test(text)) continue;
        const was = before.get(keyOf(row));
        isFound ||= was !== undefined && was !== hashOf(text);
      }
    },
    found: () => isFound,
  };
}

async function readTexts(set: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const file = createReadStream(path.join(set, `violations.${ENDINGS.ndjson}`));
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  try {
    for await (const row of createInterface({ input: unpacked })) {
      const violation = parseStored<DataRow>(row);
      if (typeof violation.text === 'string') texts.set(keyOf(violation), hashOf(violation.text));
    }
    return texts;
  } catch (error) {
    if (isMissing(error)) return new Map();
    throw error;
  }
}

function keyOf({ vendor_id, visit_id, line }: DataRow): string {
  return `${vendor_id} ${visit_id} ${line}`;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 12);
}
