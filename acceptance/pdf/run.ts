import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import { startServiceOf } from '../support/service.ts';
import { checkAccessibility } from './accessibility.ts';
import { compareEntries } from './compare.ts';
import { type MadePack, makeCompliancePack, makeListPack, makeReceiptPack } from './packs.ts';
import { findMissingTools, readPdf } from './read-pdf.ts';

/**
 * Makes a pack of each kind and reads it with independent programs. The file must be sound and tagged, and
 * must have the same content as the service's other responses. Exits with 1 if anything differs, and with 2
 * if a program is missing.
 */
process.exitCode = await main();

async function main(): Promise<number> {
  const missing = await findMissingTools();
  if (missing.length > 0) {
    console.error(`Missing: ${missing.join(', ')}. Nothing was checked.`);
    return 2;
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pdf-service-'));
  const checkout = path.resolve(import.meta.dirname, '../..');
  const service = await startServiceOf(checkout, { ...LIMITS_OFF, DATA_DIR: dataDir });
  try {
    let faults = 0;
    for (const make of [makeReceiptPack, makeCompliancePack, makeListPack])
      faults += await check(await make(service));
    console.log(faults === 0 ? 'Every PDF says what the service answers.' : `${faults} differences.`);
    return faults === 0 ? 0 : 1;
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function check({ name, bytes, again, expected }: MadePack): Promise<number> {
  const reading = await readPdf(bytes);
  const faults = [
    ...(reading.faults === '' ? [] : [`qpdf: ${reading.faults}`]),
    ...(again && Buffer.compare(bytes, again) !== 0 ? ['other bytes when it is asked for again'] : []),
    ...checkAccessibility(reading),
    ...compareEntries(reading, expected),
  ];
  const texts = expected.reduce(
    (sum, { says, documentRows = [] }) => sum + says.length + 7 + 3 * documentRows.length,
    0,
  );
  console.log(
    `${faults.length === 0 ? 'sound ' : 'BROKEN'} ${name}: ${expected.length} entries, ${texts} texts, ${bytes.length.toLocaleString('en-US')} bytes`,
  );
  for (const fault of faults) console.log(`       ${fault}`);
  return faults.length;
}
