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

/** An application form as submitted. Answers to custom questions are fields named `q_<question id>`. */
export interface ApplicationForm {
  readonly license_number: string;
  readonly business_name: string;
  readonly contact_name: string;
  readonly contact_email: string;
  readonly contact_phone: string;
  /** Undefined if the form does not ask for it, as forms from before this field was added do not. */
  readonly food_kind?: string | undefined;
  readonly food?: string | undefined;
  /** An `OtherLicenseCode`; empty or undefined for a license of a mobile vendor or caterer. */
  readonly license_kind?: string | undefined;
  /** All values of one answer's field: several for check boxes, none if nothing was selected. */
  readonly answersTo: (field: string) => readonly string[];
}

/**
 * The outcome of a form. A form submitted twice creates one application. The link contains the applicant's
 * token, which appears only here and in the confirmation email; it is null for a repeated form. Errors are by
 * field, including `q_…`.
 */
export type Submission =
  | {
      readonly outcome: 'submitted' | 'already_submitted';
      readonly applicationId: string;
      readonly link: string | null;
    }
  | { readonly outcome: 'not_taking'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly errors: FieldErrors };

/** The vendor's current verdict. It is computed each time it is shown and has no receipt. */
export interface CurrentStanding {
  readonly verdict: DecisionResult['verdict'];
  readonly reasons: DecisionResult['reasons'];
  readonly grade: DecisionResult['evidence']['grade'];
  readonly grade_status: DecisionResult['evidence']['grade_status'];
  readonly as_of: string;
  readonly data_as_of: string;
  /** The last day that the records of the vendor's district cover. */
  readonly records_reach_to: string;
  /** The date for which this is true. */
  readonly today: string;
  /** The days that the decision covers: the event's days that are not over. */
  readonly event: EventDays;
}

export interface HistoryEntry {
  readonly changed_at: string;
  /**
   * The waitlist moves up automatically if the organizer turned that on. The service withdraws an application
   * when the applicant has asked the operator to erase their data.
   */
  readonly changed_by: 'applicant' | 'organizer' | 'waitlist' | 'service';
  /**
   * A message or a note does not change the status; an undo restores an earlier one. Only the organizer's
   * team sees notes.
   */
  readonly kind: 'status' | 'message' | 'note' | 'taken_back' | 'undone';
  readonly status: ApplicationStatus;
  readonly message: string;
}

/** A history entry as the organizer and their team see it. */
export interface OrganizerHistoryEntry extends HistoryEntry {
  /** The text of a note; empty for all other kinds. */
  readonly note: string;
  readonly against: AgainstVerdict | null;
  /**
   * The team member who acted for the organizer; null for an applicant's change or if the account was
   * deleted.
   */
  readonly actor_name: string | null;
  /** True if the person viewing this made the change. */
  readonly by_reader: boolean;
}

/** The most recent spot given against a verdict. */
export interface FiledReason extends AgainstVerdict {
  readonly changed_at: string;
  readonly status: ApplicationStatus;
}

/** One row of the organizer's inbox. */
export interface InboxRow extends Omit<ApplicationRecord, 'documents'> {
  /** A type of license that is not in the records; null for a mobile vendor or caterer. */
  readonly license_kind: OtherLicenseCode | null;
  /** The vendor's food, as stated in the application; null for applications from before the form asked. */
  readonly food: { readonly kind: FoodKind; readonly text: string } | null;
  /** Every document that the event type requires, with its state as a sentence. */
  readonly documents: readonly DocumentEntry[];
  /**
   * Null if no vendor, or more than one, is on record under the number. Show it as unknown, never as clean.
   */
  readonly standing: CurrentStanding | null;
  /** The number of vendors on record whose license number has these digits. */
  readonly sharing: number;
  /**
   * True if the license file that should contain the number was read. Otherwise nothing is known about the
   * number.
   */
  readonly license_file_read: boolean;
  /** Other open applications to this event with the same license digits. */
  readonly same_license: number;
  /** Null if no spot was given against a verdict. */
  readonly reason: FiledReason | null;
  /**
   * A sentence if the business name is neither the name on record nor the license holder's; otherwise null.
   */
  readonly name_differs: string | null;
}

/** One page of an inbox. */
export interface InboxPage {
  readonly event: TeamEvent;
  readonly rows: readonly InboxRow[];
  /** All applications to the event. */
  readonly total: number;
  /** Applications that match the filters. */
  readonly matching: number;
  readonly counts: InboxCounts;
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** An application's position in an inbox view, and the applications before and after it. */
export interface Neighbors {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** Starts at 1. */
  readonly position: number;
  readonly matching: number;
}

/** All applications to an event in order of arrival, split into parts. */
export interface ApplicationExport {
  readonly event: StoredEvent;
  /** All questions that the event asks now or that any of the applications answers. */
  readonly questions: readonly { readonly id: string; readonly label: string }[];
  readonly parts: AsyncIterable<readonly InboxRow[]>;
}

/** One application with everything the organizer may see. */
export interface ApplicationDetail extends InboxRow {
  readonly history: readonly OrganizerHistoryEntry[];
  /** The 50 most recent decisions filed with a receipt, newest first. */
  readonly decisions: readonly DecisionResult[];
  readonly has_older_decisions: boolean;
  /** Statuses the organizer may set now. */
  readonly next_statuses: readonly ApplicationStatus[];
  /** A sentence explaining why an outcome cannot be recorded now; null if it can. */
  readonly outcome_refusal: string | null;
}

/** An application as the applicant sees it through the private link. */
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
  /** True if the event took place and has ended; a cancelled event is not over. */
  readonly is_over: boolean;
  readonly documents: readonly DocumentEntry[];
  /** Omits decisions that were undone before the applicant was notified. */
  readonly history: readonly HistoryEntry[];
  readonly may_withdraw: boolean;
  readonly may_confirm: boolean;
}

/** A part of the event's compliance file: decisions about vendors, with receipts. */
export interface ComplianceFile {
  readonly event: TeamEvent;
  /**
   * The number of all applications, of open ones, and of open ones whose vendor is on record but that have no
   * filed decision.
   */
  readonly total: number;
  readonly open: number;
  readonly unfiled: number;
  /**
   * Open applications without a filed decision that do not match a single vendor on record, so none can be
   * filed.
   */
  readonly unfileable: number;
  /** The number of this part, starting at 1, and the number of applications per part. */
  readonly page: number;
  readonly pageSize: number;
  /** Applications with a spot first, then other open ones, then closed ones. */
  readonly entries: readonly {
    readonly application: InboxRow;
    /** The most recent filed decision; null if none was filed. */
    readonly decision: DecisionResult | null;
  }[];
}
