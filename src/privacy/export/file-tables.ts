import type { LedgerTable } from './exported-table.ts';

/** A table of files: its bytes go into the ZIP next to the document. */
interface FileTable {
  readonly folder: string;
  /** The column that names the row, and with it the file. */
  readonly id: string;
}

export const FILES: Readonly<Partial<Record<LedgerTable, FileTable>>> = {
  application_document_contents: { folder: 'documents', id: 'document_id' },
  claim_documents: { folder: 'claims', id: 'claim_id' },
};
