/** The account id that the log shows for actions taken on the command line. */
export const COMMAND_LINE = 'cli';

/** An operator's action for the log. It must not contain secrets, addresses or phone numbers. */
export interface OperatorAction {
  /** The operator's account id, or {@link COMMAND_LINE}. */
  readonly accountId: string;
  /** A verb with its object, e.g. `claim.verify`. */
  readonly action: string;
  /** The target of the action: an id or an account's email address. */
  readonly subject: string;
  readonly detail: string;
}
