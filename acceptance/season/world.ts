import type { Mailbox } from '../browser/mailbox.ts';
import type { Film, Person } from './record-steps.ts';
import type { DecidedTruck } from './trucks.ts';

/** The data that all steps share. */
export interface Season {
  readonly origin: string;
  readonly mailbox: Mailbox;
  readonly film: Film;
  readonly organizer: Person;
  /** YYYY-MM-DD */
  readonly days: {
    readonly today: string;
    readonly closed: string;
    readonly event: string;
    readonly after: string;
  };
  /** 26 CLEAR, 7 CONDITIONAL, 5 REVIEW, 2 DECLINE, in this order. */
  readonly trucks: readonly DecidedTruck[];
}

/** The URLs of the event's pages. */
export interface MadeEvent {
  readonly organizer: string;
  readonly public: string;
}

/** A vendor that applied. */
export interface Applicant {
  readonly truck: DecidedTruck;
  readonly email: string;
  /** The URL of the private application page. */
  readonly link: string;
}
