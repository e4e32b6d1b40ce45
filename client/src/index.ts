export type * from './api.ts';
export { type ChangeCallOptions, type Client, createClient, type VendorPage } from './client.ts';
export { ApiError, NoAnswerError } from './errors.ts';
export {
  type InvalidProof,
  type LoggedVerification,
  type ProvenPublication,
  type UnverifiableProof,
  verifyLoggedReceipt,
} from './logged-receipts.ts';
export {
  createReceiptVerifier,
  type PinnedKeys,
  type ReceiptVerification,
  verifyReceipt,
} from './receipts.ts';
export type { CallOptions, ClientOptions } from './transport.ts';
export { verifyWebhook, WebhookError, type WebhookMessage } from './webhooks.ts';
