import { type TSchema, Type } from 'typebox';

/**
 * Documents a string more precisely than the schema validates it: with its format, or with the accepted
 * values. A handler rejects other values with its own message or as not found.
 */
export function shownAs(shown: { readonly format?: string; readonly enum?: readonly string[] }) {
  return { [SHOWN_AS]: shown };
}

/** The schema keyword that {@link shownAs} sets. */
export const SHOWN_AS = 'x-shown-as';

/** The two error formats (contract 7) and the envelope (contract 2.1), for the API document and for types. */
export const BareError = Type.Object(
  {
    error: Type.String({ description: 'For people; it may change.' }),
    code: Type.String({ description: 'For programs; it does not change.' }),
    parameter: Type.Optional(Type.String({ description: 'The parameter that is wrong, if one is.' })),
    doc_url: Type.Optional(
      Type.String({ format: 'uri', description: 'What the code means, and what to do.' }),
    ),
  },
  { title: 'PlainError', description: 'Why there is no other answer. `code` is stable, the text is not.' },
);

/** The error inside an envelope. */
export const ErrorDetail = Type.Object(
  {
    message: Type.String({ description: 'For people; it may change.' }),
    code: Type.String({ description: 'For programs; it does not change.' }),
    parameter: Type.Optional(Type.String({ description: 'The parameter that is wrong, if one is.' })),
    doc_url: Type.Optional(
      Type.String({ format: 'uri', description: 'What the code means, and what to do.' }),
    ),
  },
  { title: 'ErrorDetail' },
);

export const EnvelopeError = Type.Object(
  {
    data: Type.Null(),
    meta: Type.Null(),
    error: ErrorDetail,
  },
  { title: 'EnvelopeError', description: 'Why there is no other answer. `code` is stable, the text is not.' },
);

/** Creates the envelope around one object. `description` describes the response, unless `documented` does. */
export function Envelope<Data extends TSchema>(data: Data, description?: string) {
  return Type.Object({ data, meta: Type.Null(), error: Type.Null() }, description ? { description } : {});
}

/** Creates the envelope around a complete list with its count (contract 2.1). */
export function ListEnvelope<Row extends TSchema>(row: Row, description?: string) {
  return Type.Object(
    {
      data: Type.Array(row),
      meta: Type.Object(
        { count: Type.Integer({ minimum: 0, description: 'Rows of the full result.' }) },
        { title: 'ListMeta' },
      ),
      error: Type.Null(),
    },
    description ? { description } : {},
  );
}

/** Describes a response that Fastify does not serialize, because its body is stored as text. */
export function documented(description: string, contentType: string, schema: TSchema) {
  return { description, content: { [contentType]: { schema } } };
}

/** The 304 response for a caller that has the current version. Add it to routes that send an ETag. */
export const NOT_MODIFIED = {
  304: Type.Null({ description: 'Not changed since the version that If-None-Match names.' }),
};

/** Wraps data that is already JSON text in an envelope. */
export function envelopeText(dataJson: string): string {
  return `{"data":${dataJson},"meta":null,"error":null}`;
}

/** Wraps data in the envelope that {@link Envelope} describes. */
export function asEnvelope<Data>(data: Data) {
  return { data, meta: null, error: null };
}
