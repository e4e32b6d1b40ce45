import type { DocumentContext } from '../../src/organizer/documents/context.ts';
import { createDocumentService, type DocumentService } from '../../src/organizer/documents/service.ts';
import type { TypedUpload } from '../../src/organizer/documents/upload/upload-form.ts';
import { findHolder } from '../../src/owner/claims/service.ts';
import { PDF } from './claimed-licenses.ts';
import type { TestDatabase } from './engines.ts';
import { TEST_BASE_URL } from './ledger-rows.ts';

const NOW = () => new Date('2026-03-16T15:00:00Z');

export function openDocumentService(
  { db, engine }: TestDatabase,
  options: Partial<Pick<DocumentContext, 'now' | 'serviceMbMax' | 'licensesOf'>> = {},
): DocumentService {
  const { now = NOW, serviceMbMax = 100, licensesOf = async () => new Map() } = options;
  return createDocumentService({
    ledgerDb: db,
    engine,
    baseUrl: TEST_BASE_URL,
    now,
    findHolder,
    linkToken: (id) => id,
    serviceMbMax,
    licensesOf,
  });
}

/** Returns a small PDF that is different on each call and does not expire until after the tests' events. */
export function sampleUpload(changes: Partial<TypedUpload> = {}): TypedUpload {
  return {
    file: { name: 'scan.pdf', content: samplePdf() },
    expires_on: '2027-03-31',
    insurer: '',
    ...changes,
  };
}

/** Returns a valid PNG image with four pixels. */
export function samplePng(): Buffer {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGMQUDAAIgaHgAQgAgAN/gKhIjWbcwAAAABJRU5ErkJggg==',
    'base64',
  );
}

let made = 0;

export function samplePdf(bytes = 0): Buffer {
  made += 1;
  const text = Buffer.concat([PDF, Buffer.from(`\n% ${made}`)]);
  return bytes <= text.length ? text : Buffer.concat([text, Buffer.alloc(bytes - text.length)]);
}
