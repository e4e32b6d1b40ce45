import type { PackDocument, PackDocumentState } from './pack.ts';

const STATES: Readonly<Record<PackDocumentState, { readonly box: string; readonly name: string }>> = {
  to_collect: { box: '☐', name: 'To collect' },
  received: { box: '☐', name: 'Received, not confirmed yet' },
  confirmed: { box: '☑', name: 'Confirmed' },
  waived: { box: '☑', name: 'Waived' },
  rejected: { box: '☐', name: 'Rejected' },
};

/** A box to see at a glance, or to tick by hand, and the state in words. */
export function documentRow({ name, state, detail }: PackDocument): readonly string[] {
  const { box, name: stateName } = STATES[state];
  return [`${box} ${name}`, stateName, detail ?? ''];
}

/** "2 of 9", where confirmed and waived ones count. */
export function documentsText(documents: readonly PackDocument[]): string {
  if (documents.length === 0) return '–';
  const inOrder = documents.filter(({ state }) => state === 'confirmed' || state === 'waived').length;
  return `${inOrder} of ${documents.length}`;
}
