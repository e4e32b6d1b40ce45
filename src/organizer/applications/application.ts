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
  /** Undefined if the form does not have this field, as in forms from before it was added. */
  readonly food_kind?: string | undefined;
  readonly food?: string | undefined;
  /** An `OtherLicenseCode`. Empty or undefined for a mobile vendor's or caterer's license. */
  readonly license_kind?: string | undefined;
  /**
   * Returns all values of an answer's form field: several for check boxes, or none if nothing was selected.
   */
  readonly answersTo: (field: string) => readonly string[];
}

/**
 * The result of submitting a form. Submitting a form twice creates one application. The link contains the
 * applicant's token, which otherwise appears only in emails to the applicant. The link is null for a repeated
 * form. Errors are keyed by field name, including `q_…`.
 */
export type Submission =
  | {
      readonly outcome: 'submitted' | 'already_submitted';
      readonly applicationId: string;
      readonly link: string | null;
    }
  | { readonly outcome: 'not_taking'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly errors: FieldErrors };

/** The vendor's current verdict. It is computed whenever it is displayed, and it has no receipt. */
export interface CurrentStanding {
  readonly verdict: DecisionResult['verdict'];
  readonly reasons: DecisionResult['reasons'];
  readonly grade: DecisionResult['evidence']['grade'];
  readonly grade_status: DecisionResult['evidence']['grade_status'];
  readonly as_of: string;
  readonly data_as_of: string;
  /** The last date that the records for the vendor's district cover. */
  readonly records_reach_to: string;
  /** The date on which this verdict was computed. */
  readonly today: string;
  /** The event days that the decision covers. Past days are excluded. */
  readonly event: EventDays;
}

export interface HistoryEntry {
  readonly changed_at: string;
  /**
   * `waitlist` is an automatic move up the waitlist, if the organizer turned that on. `service` withdraws an
   * application when its applicant asked the operator to erase their data.
   */
  readonly changed_by: 'applicant' | 'organizer' | 'waitlist' | 'service';
  /**
   * Messages and notes do not change the status, and an undo restores the earlier status. Only the
   * organizer's team can see notes.
   */
  readonly kind: 'status' | 'message' | 'note' | 'taken_back' | 'undone';
  readonly status: ApplicationStatus;
  readonly message: string;
}

/** A history entry as shown to the organizer and their team. */
export interface OrganizerHistoryEntry extends HistoryEntry {
  /** The text of a note; empty for all other kinds. */
  readonly note: string;
  readonly against: AgainstVerdict | null;
  /**
   * The team member who acted for the organizer. Null if the applicant made the change or if the member's
   * account was deleted.
   */
  readonly actor_name: string | null;
  /** True if the person viewing this entry made the change. */
  readonly by_reader: boolean;
}

/** The most recent reason for giving a spot against a verdict. */
export interface FiledReason extends AgainstVerdict {
  readonly changed_at: string;
  readonly status: ApplicationStatus;
}

/** A row in the organizer's inbox. */
export interface InboxRow extends Omit<ApplicationRecord, 'documents'> {
  /** The type of a license that is not in the records. Null for a mobile vendor's or caterer's license. */
  readonly license_kind: OtherLicenseCode | null;
  /**
   * The food that the vendor serves, according to the application. Null for applications from before the form
   * asked for it.
   */
  readonly food: { readonly kind: FoodKind; readonly text: string } | null;
  /** Every document that the event type requires, each with its state as a sentence. */
  readonly documents: readonly DocumentEntry[];
  /**
   * Null if the number of vendors on record under the license number is not exactly one. Show null as
   * unknown, never as clean.
   */
  readonly standing: CurrentStanding | null;
  /** The number of vendors on record whose license number has the same digits. */
  readonly sharing: number;
  /**
   * True if the license file that should contain the number was imported. Otherwise a missing number means
   * nothing.
   */
  readonly license_file_read: boolean;
  /** The number of other open applications to this event with the same license digits. */
  readonly same_license: number;
  /** Null if no spot was given against a verdict. */
  readonly reason: FiledReason | null;
  /**
   * A sentence if the business name matches neither the name on record nor the license holder's name.
   * Otherwise null.
   */
  readonly name_differs: string | null;
}

export interface InboxPage {
  readonly event: TeamEvent;
  readonly rows: readonly InboxRow[];
  /** The number of all applications to the event. */
  readonly total: number;
  /** The number of applications that match the filters. */
  readonly matching: number;
  readonly counts: InboxCounts;
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** An application's position in an inbox view, and the ids of the applications before and after it. */
export interface Neighbors {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** Starts at 1. */
  readonly position: number;
  readonly matching: number;
}

/** All applications to an event, in batches, in the order they were submitted. */
export interface ApplicationExport {
  readonly event: StoredEvent;
  /** All questions that the event asks now or that at least one of the applications answers. */
  readonly questions: readonly { readonly id: string; readonly label: string }[];
  readonly parts: AsyncIterable<readonly InboxRow[]>;
}

/** An application with everything that the organizer may see. */
export interface ApplicationDetail extends InboxRow {
  readonly history: readonly OrganizerHistoryEntry[];
  /** The 50 most recent filed decisions, newest first. Each has a receipt. */
  readonly decisions: readonly DecisionResult[];
  readonly has_older_decisions: boolean;
  /** The statuses that the organizer may set now. */
  readonly next_statuses: readonly ApplicationStatus[];
  /** A sentence that explains why no outcome can be recorded now. Null if one can be recorded. */
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
    /** The outcome that the organizer recorded. Null if no outcome is recorded. */
    readonly outcome: ApplicationOutcome | null;
    readonly custom_responses: readonly CustomResponse[];
  };
  readonly event: StoredEvent;
  /** True if the event took place and has ended. A canceled event does not count as over. */
  readonly is_over: boolean;
  readonly documents: readonly DocumentEntry[];
  /** Leaves out decisions that were undone before the applicant was notified. */
  readonly history: readonly HistoryEntry[];
  readonly may_withdraw: boolean;
  readonly may_confirm: boolean;
}

/** One part of the event's compliance file, which lists decisions about vendors with their receipts. */
export interface ComplianceFile {
  readonly event: TeamEvent;
  /**
   * The number of all applications (`total`), of open applications (`open`), and of open applications that
   * have no filed decision although their vendor is on record (`unfiled`).
   */
  readonly total: number;
  readonly open: number;
  readonly unfiled: number;
  /**
   * The number of open applications without a filed decision whose license matches no vendor on record, or
   * several. No decision can be filed for them.
   */
  readonly unfileable: number;
  /** The number of this part, starting at 1, and the number of applications per part. */
  readonly page: number;
  readonly pageSize: number;
  /** Lists applications with a spot first, then other open applications, then closed ones. */
  readonly entries: readonly {
    readonly application: InboxRow;
    /** The most recent filed decision. Null if no decision was filed. */
    readonly decision: DecisionResult | null;
  }[];
}
