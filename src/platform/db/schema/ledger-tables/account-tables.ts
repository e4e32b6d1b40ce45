import type { Generated } from 'kysely';

/** Accounts, their keys, operators, and notices about the API. */

/** accounts: people who can sign in. */
interface AccountsTable {
  id: string;
  name: string;
  /** In lower case. */
  email: string;
  email_verified: number;
  created_at: string;
  updated_at: string;
  /** en | es: the language of the account's emails. */
  language: Generated<string>;
}

/** accounts: a signed-in browser. The browser's cookie contains the signed token. */
interface SessionsTable {
  id: string;
  account_id: string;
  /** Hexadecimal. */
  token_sha256: string;
  expires_at: string;
  user_agent: string | null;
  created_at: string;
  updated_at: string;
}

/** accounts: the password. */
interface CredentialsTable {
  account_id: string;
  /** A salted scrypt hash. */
  password: string;
  created_at: string;
  /** When this password was set. */
  updated_at: string;
}

/** accounts: the tokens of links in emails. */
interface VerificationsTable {
  /** SHA-256 of the purpose and the token, base64url. */
  identifier: string;
  /** Starts with the account's id. */
  value: string;
  created_at: string;
  expires_at: string;
}

/** accounts: a second factor in addition to the password. Required once it is confirmed. */
interface SecondFactorsTable {
  account_id: string;
  /** The authenticator's secret, encrypted: `lib/sealed-secret.ts`. */
  sealed_secret: string;
  created_at: string;
  confirmed_at: string | null;
  /** The newest 30-second step whose code was accepted. Each code is accepted only once. */
  last_step: number;
}

/** accounts: codes for a person who has lost their authenticator. Each code is accepted only once. */
interface RecoveryCodesTable {
  account_id: string;
  /** Hexadecimal. */
  code_sha256: string;
  used_at: string | null;
}

/** accounts: sessions that passed a second factor or used a passkey. */
interface SecondFactorSessionsTable {
  session_id: string;
  passed_at: string;
}

/** accounts: a passkey in a device or password manager, used to sign in. Only the public key is stored. */
interface PasskeysTable {
  id: string;
  account_id: string;
  /** Chosen by the owner. */
  name: string;
  /** Chosen by the authenticator, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** The authenticator's signature count; 0 if the authenticator does not have one. */
  counter: number;
  created_at: string;
  last_used_at: string | null;
}

/** accounts: the random handle by which authenticators identify an account. The handle never changes. */
interface PasskeyHandlesTable {
  account_id: string;
  /** 32 bytes, base64url. */
  handle: string;
}

/** api-keys: the id is the key's public part; only a hash of the secret is stored. */
export interface ApiKeysTable {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the whole key, hexadecimal. */
  secret_sha256: string;
  created_at: string;
  /** Rounded to the minute. */
  last_used_at: string | null;
  revoked_at: string | null;
}

/** operators: accounts of people who run this service. The role is granted only from the command line. */
interface OperatorsTable {
  account_id: string;
  granted_at: string;
}

/** operators: every operator action; rows never change. */
interface OperatorLogTable {
  id: string;
  at: string;
  account_id: string;
  action: string;
  subject: string;
  detail: string;
}

/** deprecations: API versions with an announced end. */
export interface DeprecationsTable {
  version: string;
  /** The time of the first announcement. */
  announced_at: string;
  /** The version's last date, in the jurisdiction's time zone. It can be moved only to a later date. */
  sunset_on: string;
  /** When this last date was announced. */
  sunset_announced_at: string;
}

/** deprecations: the accounts that were notified that a version ends. */
interface DeprecationNoticesTable {
  version: string;
  sunset_on: string;
  account_id: string;
  queued_at: string;
}

export interface AccountsTables {
  accounts: AccountsTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  verifications: VerificationsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  second_factor_sessions: SecondFactorSessionsTable;
  passkeys: PasskeysTable;
  passkey_handles: PasskeyHandlesTable;
  api_keys: ApiKeysTable;
  operators: OperatorsTable;
  operator_log: OperatorLogTable;
  deprecations: DeprecationsTable;
  deprecation_notices: DeprecationNoticesTable;
}
