import type { Language } from '../../lib/language/language.ts';
import type { ShownVerdict } from '../decide/messages.ts';
import type { DecisionResult } from '../decide/schemas.ts';
import type { Claims } from '../receipts/schemas.ts';

/** The content of an evidence pack. The same pack always produces the same bytes. */
export interface EvidencePack {
  readonly title: string;
  readonly event: PackEvent;
  /** A timestamp, ISO 8601. */
  readonly madeAt: string;
  /** The URL of the service that issued the receipts. */
  readonly issuer: string;
  /** At most {@link PACK_ENTRIES_MAX}, in the order of the cover table. */
  readonly entries: readonly PackEntry[];
  /** True for demo data, which is noted on every page. */
  readonly fictional: boolean;
  /** The reader's language; signed text remains in English. English by default. */
  readonly language?: Language | undefined;
  /**
   * The entries that get their own page: all entries, or only those whose record has findings. All by
   * default.
   */
  readonly pages?: 'all' | 'findings' | undefined;
  /** False if no vendor was asked for documents, so that the cover does not mention them. */
  readonly hasDocumentStates?: boolean | undefined;
}

/** A list with one table that is drawn like a pack, for example an event's vendors. */
export interface PrintedTable
  extends Pick<EvidencePack, 'title' | 'madeAt' | 'issuer' | 'fictional' | 'language'> {
  readonly kind: 'table';
  /** The lines printed below the title. */
  readonly lines: readonly string[];
  /** The fractions of the width add up to one. The second column names the row. */
  readonly columns: readonly { readonly title: string; readonly share: number }[];
  /** At most {@link PACK_ENTRIES_MAX}. */
  readonly entries: readonly (readonly string[])[];
}

export type SheetVerdict = ShownVerdict | 'NOT DECIDED';

export const PACK_ENTRIES_MAX = 500;

/** The event's details in words, as printed. */
interface PackEvent {
  readonly name?: string | undefined;
  /** The kind of event, for example "Festival". */
  readonly type: string;
  /** For example "May 3, 2026, 5:00 PM to 9:00 PM". */
  readonly dates: string;
  readonly place?: string | undefined;
}

export type PackEntry = DecidedEntry | ReceiptEntry | UndecidedEntry;

/** A vendor with a decision. The decision includes the license's expiration date. */
export interface DecidedEntry {
  readonly kind: 'decided';
  readonly decision: DecisionResult;
  /** Printed next to the verdict on the cover if the verdict has changed: "today Don't book". */
  readonly today?: string | undefined;
  /**
   * The decision's reasons in the pack's language. If missing, the reasons' names appear above the English
   * sentences.
   */
  readonly told?: DecisionResult['reasons'] | undefined;
  readonly documents: readonly PackDocument[];
  /** Printed as paragraphs, for example later changes, or why the vendor has a spot despite the verdict. */
  readonly notes?: readonly string[] | undefined;
}

/** An entry with only a receipt's claims, because the decision was not stored. */
export interface ReceiptEntry {
  readonly kind: 'receipt';
  readonly number: string;
  readonly url: string;
  readonly claims: Claims;
  readonly notes?: readonly string[] | undefined;
}

/** An entry without a decision, for example a line that does not match a vendor. */
export interface UndecidedEntry {
  readonly kind: 'undecided';
  readonly line: string;
  /** The license, if the vendor is on record but has no decision. */
  readonly license?: string | undefined;
  /** The reason why there is no decision, in words. */
  readonly reason: string;
  readonly documents?: readonly PackDocument[] | undefined;
  readonly notes?: readonly string[] | undefined;
}

export type PackDocumentState = 'to_collect' | 'received' | 'confirmed' | 'waived' | 'rejected';

export interface PackDocument {
  readonly code: string;
  readonly name: string;
  readonly state: PackDocumentState;
  /** For example "until June 1, 2027", or the reason for a rejection. */
  readonly detail?: string | undefined;
}
