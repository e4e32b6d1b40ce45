import { inEach, type Language } from '../../../lib/language/language.ts';
import type { LicenseKind } from '../../../regulator/source/license-vocabulary.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { EVENT_TYPES_NAMED } from '../messages.ts';
import type { EventType, RequiredDocument } from '../schemas.ts';
import {
  DOCUMENT_CONTENTS,
  DOCUMENT_NAMES,
  DOCUMENT_REASONS,
  type DocumentCode,
  INSURANCE_COVERS,
} from './document-messages.ts';

/**
 * The documents an organizer collects (contract 2.6). A bigger event requires everything a smaller one does,
 * and more. The list reflects what organizers, insurers and cities usually require, and is not legal advice.
 */

/** The English names, for English-only texts. */
export const { en: EVENT_TYPE_NAMES } = EVENT_TYPES_NAMED;

/** Returns the documents in their usual order. An event type always has the same list. */
export function requiredDocuments(
  eventType: EventType,
  language: Language = 'en',
): readonly RequiredDocument[] {
  return DOCUMENTS[language][eventType];
}

/**
 * Returns the documents to collect after a decision, based on its event type and reasons. Links lead to the
 * official pages for the vendor's kind of license.
 */
export function documentsAfter(
  reasonCodes: readonly string[],
  eventType: EventType,
  language: Language = 'en',
  kind?: LicenseKind,
): readonly RequiredDocument[] {
  const documents = requiredDocuments(eventType, language).map((document) => ({
    ...document,
    resource_url: resourceFor(document.resource_url, kind),
  }));
  return asksForRenewal(reasonCodes) ? withRenewed(documents, eventType, language) : documents;
}

/** Returns true if a decision's reasons require the renewed license. */
export function asksForRenewal(reasonCodes: readonly string[]): boolean {
  return reasonCodes.includes('expires_before_event');
}

/**
 * Returns the documents for an event type, plus the renewed license if the license on record expires before
 * the event.
 */
export function documentsWith(
  needsRenewal: boolean,
  eventType: EventType,
  language: Language = 'en',
): readonly RequiredDocument[] {
  const documents = requiredDocuments(eventType, language);
  return needsRenewal ? withRenewed(documents, eventType, language) : documents;
}

/** Adds the renewed license after the license copy. */
function withRenewed(
  documents: readonly RequiredDocument[],
  eventType: EventType,
  language: Language,
): readonly RequiredDocument[] {
  return documents.toSpliced(1, 0, describeDocument('renewed_license', eventType, language));
}

/** Replaces the vehicle guide for a caterer, to whom it does not apply. */
function resourceFor(url: string | null, kind: LicenseKind | undefined): string | null {
  const { mobile, licensing } = REGULATOR.pages;
  return kind === 'caterer' && url === mobile.url ? licensing.url : url;
}

const BASICS: readonly DocumentCode[] = [
  ...(['license_copy', 'insurance_certificate', 'fire_extinguisher_tag'] as const),
  ...(['hood_suppression_certificate', 'propane_declaration', 'generator_details'] as const),
  'food_manager_certificate',
];
const FESTIVAL: readonly DocumentCode[] = [...BASICS, 'employee_training_records', 'water_sewer_location'];
const CODES: Readonly<Record<EventType, readonly DocumentCode[]>> = {
  'food-truck-night': BASICS,
  festival: FESTIVAL,
  'city-event': [...FESTIVAL, 'city_permit', 'business_tax_receipt', 'fire_marshal_walk_through'],
};

const PAGES: Readonly<Partial<Record<DocumentCode, string>>> = {
  license_copy: REGULATOR.pages.mobile.url,
  food_manager_certificate: REGULATOR.pages.foodManager.url,
  employee_training_records: REGULATOR.pages.training.url,
  water_sewer_location: REGULATOR.pages.mobile.url,
};

const DOCUMENTS = inEach((language) => ({
  'food-truck-night': listOf('food-truck-night', language),
  festival: listOf('festival', language),
  'city-event': listOf('city-event', language),
}));

function listOf(eventType: EventType, language: Language): readonly RequiredDocument[] {
  return CODES[eventType].map((code) => describeDocument(code, eventType, language));
}

function describeDocument(code: DocumentCode, eventType: EventType, language: Language): RequiredDocument {
  return {
    code,
    name: DOCUMENT_NAMES[language][code],
    why: DOCUMENT_REASONS[language][code],
    must_show:
      code === 'insurance_certificate'
        ? INSURANCE_COVERS[language][eventType]
        : DOCUMENT_CONTENTS[language][code],
    resource_url: PAGES[code] ?? null,
  };
}
