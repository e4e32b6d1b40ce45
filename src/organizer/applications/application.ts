import type { DecisionResult } from '../../decisions/decide/schemas.ts';
import type { EventDays } from '../../judgment/policy/policy.ts';
import type { FieldErrors } from '../../lib/field-errors.ts';
import type { OtherLicenseCode } from '../../regulator/source/other-license.ts';
import type { StoredEvent, TeamEvent } from '../events/stored-event.ts';
import type { AgainstVerdict } from './decide/against-verdict.ts';
import type { DocumentEntry } from './document-entry.ts';
import type { FoodKind } from './inbox/food.ts';
import type { InboxCounts } from './inbox/inbox-view.ts';
import type {
  ApplicationOutcome,
  ApplicationRecord,
  ApplicationStatus,
  CustomResponse,
  DepositStatus,
} from './schemas.ts';

/** An application form as it was sent. Answers to custom questions are fields named `q_<question id>`. */
export interface ApplicationForm {
  readonly license_number: string;
  readonly business_name: string;
  readonly contact_name: string;
  readonly contact_email: string;
  readonly contact_phone: string;
  /** Undefined in a form that does not ask, which is a form of before this was asked. */
  readonly food_kind?: string | undefined;
  readonly food?: string | undefined;
  /** An `OtherLicenseCode`; empty or undefined for a license of a mobile vendor or caterer. */
  readonly license_kind?: string | undefined;
  /** All values of one answer's field: several for check boxes, none when nothing was chosen. */
  readonly answersTo: (field: string) => readonly string[];
}

/**
 * The outcome of a form. A form sent twice makes one application. The link contains the applicant's token,
 * which is only here and in the confirmation email, and null for a repeated form. Errors are by field,
 * including `q_…`.
 */
export type Submission =
  | {
      readonly outcome: 'submitted' | 'already_submitted';
      readonly applicationId: string;
      readonly link: string | null;
    }
  | { readonly outcome: 'not_taking'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly errors: FieldErrors };

/** The vendor's current verdict; made each time it is shown, without a receipt. */
export interface CurrentStanding {
  readonly verdict: DecisionResult['verdict'];
  readonly reasons: DecisionResult['reasons'];
  readonly grade: DecisionResult['evidence']['grade'];
  readonly grade_status: DecisionResult['evidence']['grade_status'];
  readonly as_of: string;
  readonly data_as_of: string;
  /** The day that the records of the vendor's district reach. */
  readonly records_reach_to: string;
  /** The day for which this is true. */
  readonly today: string;
  /** The days that the decision is about: the days of the event that are not over. */
  readonly event: EventDays;
}

export interface HistoryEntry {
  readonly changed_at: string;
  /**
   * The waitlist moves up by itself if the organizer chose that. The service withdraws for an applicant who
   * asked the operator to be erased.
   */
  readonly changed_by: 'applicant' | 'organizer' | 'waitlist' | 'service';
  /** A message or a note changes no status; an undo brings an earlier one back. Only the organizer's team sees notes. */
  readonly kind: 'status' | 'message' | 'note' | 'taken_back' | 'undone';
  readonly status: ApplicationStatus;
  readonly message: string;
}

/** A line of the history as the organizer and their team see it. */
export interface OrganizerHistoryEntry extends HistoryEntry {
  /** The text of a note; empty for every other kind. */
  readonly note: string;
  readonly against: AgainstVerdict | null;
  /** The member who acted for the organizer; null for an applicant's change, or if the account is deleted. */
  readonly actor_name: string | null;
  /** True if the reader of this view did it. */
  readonly by_reader: boolean;
}

/** The newest spot that was given against a verdict. */
export interface FiledReason extends AgainstVerdict {
  readonly changed_at: string;
  readonly status: ApplicationStatus;
}

/** One line of the organizer's inbox. */
export interface InboxRow extends Omit<ApplicationRecord, 'documents'> {
  /** A kind of license that is not in the records; null for a mobile vendor or caterer. */
  readonly license_kind: OtherLicenseCode | null;
  /** The food of the vendor, as the application states it; null if it was sent before the form asked. */
  readonly food: { readonly kind: FoodKind; readonly text: string } | null;
  /** Every required document of the event's type, with its state in a sentence. */
  readonly documents: readonly DocumentEntry[];
  /** Null when no vendor or more than one is on record under the number: unknown, never clean. */
  readonly standing: CurrentStanding | null;
  /** Vendors on record with the digits of the number. */
  readonly sharing: number;
  /**
   * True if the license file that should have the number was read. Otherwise nothing is known about the
   * number.
   */
  readonly license_file_read: boolean;
  /** Other open applications to this event with the same license digits. */
  readonly same_license: number;
  /** Null when no spot was given against a verdict. */
  readonly reason: FiledReason | null;
  /** That the business name is neither the record's nor the license holder's, as a sentence; null when it is. */
  readonly name_differs: string | null;
}

/** One page of an inbox. */
export interface InboxPage {
  readonly event: TeamEvent;
  readonly rows: readonly InboxRow[];
  /** All applications to the event. */
  readonly total: number;
  /** Those that match the filters. */
  readonly matching: number;
  readonly counts: InboxCounts;
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** The position of an application in a view of the inbox, and the applications next to it. */
export interface Neighbors {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** From 1. */
  readonly position: number;
  readonly matching: number;
}

/** All applications to an event in order of arrival, in parts. */
export interface ApplicationExport {
  readonly event: StoredEvent;
  /** Every question that any of them answers or the event asks now. */
  readonly questions: readonly { readonly id: string; readonly label: string }[];
  readonly parts: AsyncIterable<readonly InboxRow[]>;
}

/** One application with everything the organizer may see. */
export interface ApplicationDetail extends InboxRow {
  readonly history: readonly OrganizerHistoryEntry[];
  /** Decisions filed with a receipt; the newest 50, newest first. */
  readonly decisions: readonly DecisionResult[];
  readonly has_older_decisions: boolean;
  /** Statuses the organizer may set now. */
  readonly next_statuses: readonly ApplicationStatus[];
  /** The reason that no outcome can be recorded now, as a sentence; null if one can. */
  readonly outcome_refusal: string | null;
}

/** The view of an application through the private link. */
export interface ApplicantView {
  readonly application: {
    readonly status: ApplicationStatus;
    readonly submitted_at: string;
    readonly license_number: string;
    readonly business_name: string;
    readonly contact_email: string;
    readonly deposit_status: DepositStatus;
    /** The outcome that the organizer recorded after the event started; null if there is none. */
    readonly outcome: ApplicationOutcome | null;
    readonly custom_responses: readonly CustomResponse[];
  };
  readonly event: StoredEvent;
  /** True if the event took place and has ended; a cancelled one is not over. */
  readonly is_over: boolean;
  readonly documents: readonly DocumentEntry[];
  /** Leaves out decisions that were undone before the applicant was notified. */
  readonly history: readonly HistoryEntry[];
  readonly may_withdraw: boolean;
  readonly may_confirm: boolean;
}

/** A part of the event's compliance file: decisions about vendors, with receipts. */
export interface ComplianceFile {
  readonly event: TeamEvent;
  /** All applications, the open ones, and the open ones without a filed decision whose vendor is on record. */
  readonly total: number;
  readonly open: number;
  readonly unfiled: number;
  /** Open ones without a filed decision that name no single vendor on record: nothing can be filed about them. */
  readonly unfileable: number;
  /** The number of this part, from 1, and how many applications a part has. */
  readonly page: number;
  readonly pageSize: number;
  /** Those with a spot first, then the other open ones, then the closed ones. */
  readonly entries: readonly {
    readonly application: InboxRow;
    /** The newest filed decision; null when none was filed. */
    readonly decision: DecisionResult | null;
  }[];
}
