import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Caller } from '../../../http/caller.ts';
import type { KeyedQuestion } from './idempotent-service.ts';

/**
 * The header that lets a program retry a request without getting a second receipt
 * (draft-ietf-httpapi-idempotency-key-header).
 */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        '1 to 255 visible ASCII characters of your own, such as a UUID. With an API key, the same key and question within 24 hours get the same answer with the same receipts. Without one, it does nothing.',
    }),
  ),
});

/**
 * Returns the request with its idempotency key; undefined if the caller has no account or did not send a key.
 */
export function keyedQuestion(
  caller: Caller | null,
  headers: Static<typeof IdempotencyHeaders>,
  questionSha256: string,
): KeyedQuestion | undefined {
  const key = headers['idempotency-key'];
  return caller === null || key === undefined
    ? undefined
    : { accountId: caller.accountId, key, questionSha256 };
}

/** Sets the header that marks a response as replayed, and returns the response. */
export function markReplayed(reply: FastifyReply, text: string): string {
  reply.header('idempotent-replayed', 'true');
  return text;
}
