/** The account in the log for actions on the command line. */
export const COMMAND_LINE = 'cli';

/** One of an operator's actions in the log, without secrets, addresses or phone numbers. */
export interface OperatorAction {
  /** The operator's account, or {@link COMMAND_LINE}. */
  readonly accountId: string;
  /** A verb with its object, e.g. `claim.verify`. */
  readonly action: string;
  /** The target: an id, or an account's email address. */
  readonly subject: string;
  readonly detail: string;
}
