import { Type } from 'typebox';

/** The request bodies that webhooks receive, for the API document and the client's types. */

const Timestamp = Type.String({ format: 'date-time', description: 'When it happened.' });
const vendor = {
  vendor_name: Type.String({ description: 'The name of the business.' }),
  license_number: Type.String(),
  verdict: Type.Union(
    [
      Type.Unsafe<'CLEAR' | 'CONDITIONAL' | 'REVIEW' | 'DECLINE'>({
        type: 'string',
        enum: ['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE'],
        title: 'Verdict',
      }),
      Type.Null(),
    ],
    { description: 'For the event, at that time; for a watched license, for today. Null without a record.' },
  ),
};
const Id = Type.String({ format: 'uuid' });
const Url = Type.String({ format: 'uri', description: 'The page to read more on.' });

const ApplicationNews = Type.Object(
  {
    application_id: Id,
    event_id: Id,
    status: Type.String(),
    ...vendor,
    url: Url,
    changed_by: Type.Unsafe<string>({ type: 'string', enum: ['applicant', 'organizer', 'waitlist'] }),
  },
  { title: 'ApplicationNews' },
);
const VendorNews = Type.Object(
  {
    reason: Type.Unsafe<string>({
      type: 'string',
      enum: ['booked', 'watched'],
      description: '`booked`: it has a spot at one of your events. `watched`: you pay to watch the license.',
    }),
    vendor_id: Type.Union([Id, Type.Null()]),
    ...vendor,
    changed: Type.Array(Type.String(), { description: 'Kinds of changes.' }),
    url: Url,
    application_id: Type.Optional(Id),
    event_id: Type.Optional(Id),
    grave: Type.Optional(Type.Boolean({ description: 'True if we also emailed you at once.' })),
    verdict_from: Type.Optional(Type.String()),
    verdict_to: Type.Optional(Type.String()),
  },
  { title: 'VendorNews' },
);
const TestNews = Type.Object({ endpoint_id: Id }, { title: 'TestNews' });

function message<Type extends string>(type: Type, data: object, title: string) {
  return {
    type: 'object',
    title,
    required: ['type', 'timestamp', 'data'],
    properties: { type: { type: 'string', enum: [type] }, timestamp: Timestamp, data },
  };
}

/**
 * The `webhooks` section of the API document: each type of event, with its summary and the body that is sent.
 */
export const WEBHOOK_DOCUMENTS = [
  {
    type: 'application.received',
    summary: 'A vendor applied to one of your events',
    body: message('application.received', ApplicationNews, 'ApplicationReceivedMessage'),
  },
  {
    type: 'application.changed',
    summary: 'The status of an application changed',
    body: message('application.changed', ApplicationNews, 'ApplicationChangedMessage'),
  },
  {
    type: 'vendor.changed',
    summary: 'The record of a booked or watched vendor changed',
    body: message('vendor.changed', VendorNews, 'VendorChangedMessage'),
  },
  {
    type: 'webhook.test',
    summary: 'You asked for a test',
    body: message('webhook.test', TestNews, 'WebhookTestMessage'),
  },
] as const;
