import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Claims } from '../../src/decisions/receipts/schemas.ts';

/**
 * The actions of outsiders, who use the client's command line, the API and the proof page. None of this uses
 * code or data from the service.
 */

const CLIENT = path.resolve(import.meta.dirname, '../../client/src/cli.ts');

/** A receipt, its number, and the files that its holder saved. */
export interface Held {
  readonly receipt: string;
  readonly number: string;
  /** The files with the receipt and its proof. */
  readonly receiptFile: string;
  readonly proofFile: string;
}

export interface Said {
  readonly code: number | null;
  readonly text: string;
}

/** Runs the client's command line and returns its output. */
export async function runClient(args: readonly string[]): Promise<Said> {
  const child = spawn(process.execPath, [CLIENT, ...args], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return { code: child.exitCode, text: Buffer.concat(chunks).toString() };
}

/** Saves a receipt and its proof to files, as a holder would. */
export function keep(folder: string, name: string, receipt: string, number: string, proof: string): Held {
  const receiptFile = path.join(folder, `${name}.txt`);
  const proofFile = path.join(folder, `${name}.tlog-proof`);
  writeFileSync(receiptFile, receipt);
  writeFileSync(proofFile, proof);
  return { receipt, number, receiptFile, proofFile };
}

/** Submits a receipt or its number at `/proof`. Returns the text of the result. */
export async function askPage(url: string, typed: string): Promise<string> {
  const answer = await fetch(`${url}/proof`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ receipt: typed }),
  });
  const page = await answer.text();
  const verdict = /<section class="verdict.*?<\/section>/s.exec(page)?.[0] ?? page;
  return verdict
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function claimsOf(receipt: string): Claims {
  const { payload } = JSON.parse(Buffer.from(receipt, 'base64url').toString());
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

export function hashOf(receipt: string): string {
  return hash('sha256', receipt);
}
