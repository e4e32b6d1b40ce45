import type { Logger } from './log.ts';

/** Every security event that is logged. docs/operations.md explains each event. */
type SecurityEvent =
  | 'sign_in_failed'
  | 'sign_in_throttled'
  | 'password_question_failed'
  | 'password_question_throttled'
  | 'owner_told'
  | 'sign_in_new_device'
  | 'reset_asked'
  | 'reset_done'
  | 'password_changed'
  | 'email_changed'
  | 'second_factor_failed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_failed'
  | 'passkey_copied'
  | 'session_revoked'
  | 'revoked_key_used'
  | 'wrong_key'
  | 'row_refused'
  | 'operator_refused'
  | 'role_granted'
  | 'role_revoked'
  | 'account_deleted';

/** The fields of a log line. They never include an email address or a client's IP address. */
interface SecurityDetails {
  readonly account_id?: string | undefined;
  readonly key_id?: string | undefined;
  /**
   * A keyed hash of the client's network. It shows that two lines come from the same network, but not which
   * network that is.
   */
  readonly network?: string | undefined;
  /** A keyed hash of the email address that someone tried to use, even if there is no such account. */
  readonly target?: string | undefined;
  /** The pattern of a route. */
  readonly route?: string | undefined;
}

export type SecurityLogger = Pick<Logger, 'warn' | 'info'>;

/** The events that may need attention. Actions by owners and operators are logged as information instead. */
const WARNINGS: ReadonlySet<SecurityEvent> = new Set([
  ...(['sign_in_failed', 'sign_in_throttled', 'password_question_failed', 'second_factor_failed'] as const),
  ...([
    'passkey_failed',
    'passkey_copied',
    'password_question_throttled',
    'owner_told',
    'revoked_key_used',
    'wrong_key',
  ] as const),
]);

export function logSecurity(log: SecurityLogger, name: SecurityEvent, details: SecurityDetails = {}): void {
  const line = { event: 'security', security: name, ...details };
  if (WARNINGS.has(name)) log.warn(line, 'security');
  else log.info(line, 'security');
}
