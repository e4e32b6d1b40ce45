import type { Language } from '../../lib/language/language.ts';
import type { ShownVerdict } from '../decide/messages.ts';
import type { DecisionResult } from '../decide/schemas.ts';
import type { Claims } from '../receipts/schemas.ts';

/** What an evidence pack is made from. The same pack gives the same bytes. */
export interface EvidencePack {
  readonly title: string;
  readonly event: PackEvent;
  /** An instant, ISO 8601. */
  readonly madeAt: string;
  /** The address of the service that issued the receipts. */
  readonly issuer: string;
  /** At most {@link PACK_ENTRIES_MAX}, in the order of the cover table. */
  readonly entries: readonly PackEntry[];
  /** Whether this is demo data: every page says so. */
  readonly fictional: boolean;
  /** Of whoever reads it; what was signed stays in English. English where it is left out. */
  readonly language?: Language | undefined;
  /** Which entries have a page: all, or those whose record has findings. All if it is left out. */
  readonly pages?: 'all' | 'findings' | undefined;
  /** False if no vendor was asked for documents: the cover then says nothing about them. */
  readonly hasDocumentStates?: boolean | undefined;
}

/** A list of one table that is drawn as a pack is, for example the vendors of an event. */
export interface PrintedTable
  extends Pick<EvidencePack, 'title' | 'madeAt' | 'issuer' | 'fictional' | 'language'> {
  readonly kind: 'table';
  /** Below the title. */
  readonly lines: readonly string[];
  /** Shares of the width add up to one; the second names its row. */
  readonly columns: readonly { readonly title: string; readonly share: number }[];
  /** At most {@link PACK_ENTRIES_MAX}. */
  readonly entries: readonly (readonly string[])[];
}

export type SheetVerdict = ShownVerdict | 'NOT DECIDED';

export const PACK_ENTRIES_MAX = 500;

/** In words, as they are to be printed. */
interface PackEvent {
  readonly name?: string | undefined;
  /** The kind of event, for example "Festival". */
  readonly type: string;
  /** For example "May 3, 2026, 5:00 PM to 9:00 PM". */
  readonly dates: string;
  readonly place?: string | undefined;
}

export type PackEntry = DecidedEntry | ReceiptEntry | UndecidedEntry;

/** A vendor with a decision. The expiry of its license is in the decision. */
export interface DecidedEntry {
  readonly kind: 'decided';
  readonly decision: DecisionResult;
  /** Printed beside the verdict on the cover, where it is no longer so: "today Don’t book". */
  readonly today?: string | undefined;
  /** The decision's reasons in the language of the pack; without them their names stand above the English ones. */
  readonly told?: DecisionResult['reasons'] | undefined;
  readonly documents: readonly PackDocument[];
  /** Printed as paragraphs, for example what has changed since, or why a spot was given against the verdict. */
  readonly notes?: readonly string[] | undefined;
}

/** What a receipt says, where the decision itself was not kept. */
export interface ReceiptEntry {
  readonly kind: 'receipt';
  readonly number: string;
  readonly url: string;
  readonly claims: Claims;
  readonly notes?: readonly string[] | undefined;
}

/** A line that no vendor could be found for. */
export interface UndecidedEntry {
  readonly kind: 'undecided';
  /** As it was given. */
  readonly line: string;
  /** The license of a vendor on record that nothing was decided about. */
  readonly license?: string | undefined;
  /** Why there is no decision, in words. */
  readonly reason: string;
  readonly documents?: readonly PackDocument[] | undefined;
  readonly notes?: readonly string[] | undefined;
}

export type PackDocumentState = 'to_collect' | 'received' | 'confirmed' | 'waived' | 'rejected';

export interface PackDocument {
  readonly code: string;
  readonly name: string;
  readonly state: PackDocumentState;
  /** For example "until June 1, 2027", or why it was rejected. */
  readonly detail?: string | undefined;
}
