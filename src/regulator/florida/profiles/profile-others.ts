import { type FileProfile, NEVER, type ObservedVisit } from '../../source/file-profile.ts';
import type { ApplicationRow, ClosureRow, ObservationRow } from '../../source/parsed-file.ts';
import { lacksLetters, shareWord } from './profile-names.ts';

/**
 * We do not have two real editions of any of these files, so the rules about changes are based on what the
 * files are for.
 */

export const CLOSURE_PROFILE: FileProfile<ClosureRow> = {
  noun: 'closure',
  keyOf: ({ digits, closedOn }) => `${digits}:${closedOn}`,
  flaws: [
    {
      code: 'names_unreadable',
      says: 'have no business name with a letter',
      is: ({ businessName }) => businessName === '' || lacksLetters(businessName),
    },
    {
      code: 'reasons_unreadable',
      says: 'have no reason with a letter',
      is: ({ conditions }) => conditions === '' || lacksLetters(conditions),
    },
  ],
  changes: [
    {
      code: 'closures_renamed',
      says: 'name another business than before',
      is: (after, before) =>
        after.businessName !== before.businessName && !shareWord(after.businessName, before.businessName),
      usual: { rows: 1 },
    },
    {
      code: 'reopenings_changed',
      says: 'were reopened on another day than before',
      is: (after, before) => before.reopenedOn !== null && after.reopenedOn !== before.reopenedOn,
      usual: { rows: 1 },
    },
    {
      code: 'closures_reopened',
      says: 'were reopened since',
      is: (after, before) => before.reopenedOn === null && after.reopenedOn !== null,
      usual: { rows: 3, share: 0.5 },
      isTakenAtOnce: true,
    },
  ],
  /**
   * A closure remains with a license number when the business is sold and renamed. A row with another name is
   * therefore held rather than refused.
   */
  contradicts: (row, onFile) => {
    const names = onFile.names(row);
    return (
      row.businessName !== '' && names.length > 0 && !names.some((name) => shareWord(name, row.businessName))
    );
  },
  daysMax: Number.POSITIVE_INFINITY,
};

export const APPLICATION_PROFILE: FileProfile<ApplicationRow> = {
  noun: 'application',
  keyOf: ({ kind, applicationNumber }) => `${kind}:${applicationNumber}`,
  flaws: [],
  changes: [
    {
      code: 'applications_of_others',
      says: 'belong to another license than before',
      is: (after, before) => after.digits !== before.digits || after.licenseType !== before.licenseType,
      usual: { rows: 1 },
    },
    {
      code: 'approvals_redated',
      says: 'have another day of approval than before',
      is: (after, before) => after.approvedOn !== before.approvedOn,
      usual: { rows: 1 },
    },
  ],
  /** An application covers only one license. */
  sharedBy: ({ kind, applicationNumber }) => `${kind}:${applicationNumber}`,
  contradicts: (row, { sharing }) => sharing(row).some(({ digits }) => digits !== row.digits),
  daysMax: Number.POSITIVE_INFINITY,
};

/** An inspector's text does not change, except when a follow-up inspection adds to it. */
export const OBSERVATION_PROFILE: FileProfile<ObservedVisit> = {
  noun: 'visit',
  keyOf: ({ visitId }) => String(visitId),
  flaws: [
    {
      code: 'texts_without_severity',
      says: 'have texts without a severity',
      is: ({ texts }) => texts.every(({ tier }) => tier === 'unknown'),
    },
    {
      // Normally, one number in a hundred ends in 00. If a spreadsheet rounds the numbers, texts are assigned
      // to the wrong visits.
      code: 'visit_numbers_rounded',
      says: 'have a number that ends in 00',
      is: ({ visitId }) => visitId % 100 === 0,
      needsOperator: true,
    },
  ],
  changes: [
    {
      code: 'texts_lost',
      says: 'lack a text that they had before',
      is: (after, before) => before.texts.some((text) => !isStillIn(after.texts, text)),
      usual: NEVER,
    },
  ],
  daysMax: Number.POSITIVE_INFINITY,
};

function isStillIn(texts: readonly ObservationRow[], { code, tier, text }: ObservationRow): boolean {
  return texts.some((other) => other.code === code && other.tier === tier && continues(other.text, text));
}

function continues(after: string, before: string): boolean {
  if (after.startsWith(before)) return true;
  // A different version of the service may redact different names, so only uncapitalized words are compared.
  return (
    before.split('[name]').length !== after.split('[name]').length && plain(after).startsWith(plain(before))
  );
}

function plain(text: string): string {
  return text.replaceAll('[name]', '').replace(/\b\p{Lu}\S*|[^\p{L}]/gu, '');
}
