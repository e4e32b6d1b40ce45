import type { Language } from '../../../lib/language/language.ts';
import type { EventType, RequiredDocument } from '../schemas.ts';
import { APPLICANT_CONTENTS, APPLICANT_COVERS, APPLICANT_REASONS } from './applicant-document-messages.ts';
import type { DocumentCode } from './document-messages.ts';
import { documentsWith } from './required-documents.ts';

/**
 * The required documents, worded for the vendor who submits them (contract 2.6). They refer questions to the
 * organizer instead of an insurer.
 */

/**
 * Returns the documents for an event type, including the renewed license if it is needed, worded for the
 * applicant.
 */
export function documentsForApplicant(
  eventType: EventType,
  language: Language = 'en',
  needsRenewal = false,
): readonly RequiredDocument[] {
  return documentsWith(needsRenewal, eventType, language).map((document) => {
    const code = asCode(document.code);
    const must_show =
      code === 'insurance_certificate'
        ? APPLICANT_COVERS[language][eventType]
        : APPLICANT_CONTENTS[language][code];
    return { ...document, why: APPLICANT_REASONS[language][code], must_show };
  });
}

/** In API responses, a document's code is a plain string. */
function asCode(code: string): DocumentCode {
  if (!(code in APPLICANT_REASONS.names)) throw new Error(`no text for the applicant about ${code}`);
  return code as DocumentCode;
}
