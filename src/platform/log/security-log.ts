import type { Logger } from './log.ts';

/** Every security event in the log; docs/operations.md explains each. */
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
   * A keyed hash of the client's network: it shows that two lines come from the same network, but not which
   * network.
   */
  readonly network?: string | undefined;
  /** A keyed hash of an address that was tried, known or not. */
  readonly target?: string | undefined;
  /** The pattern of a route. */
  readonly route?: string | undefined;
}

export type SecurityLogger = Pick<Logger, 'warn' | 'info'>;

/** Events that may need attention are warnings; actions of owners and operators are information. */
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
