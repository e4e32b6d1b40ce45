import { type TSchema, Type } from 'typebox';

/** The two error formats (contract 7) and the envelope (contract 2.1), for the document and for types. */
export const BareError = Type.Object(
  {
    error: Type.String(),
    code: Type.String(),
    parameter: Type.Optional(Type.String()),
  },
  { title: 'Error', description: 'Why there is no other answer. `code` is stable, the text is not.' },
);

export const EnvelopeError = Type.Object(
  {
    data: Type.Null(),
    meta: Type.Null(),
    error: Type.Object({
      message: Type.String(),
      code: Type.String(),
      parameter: Type.Optional(Type.String()),
    }),
  },
  { title: 'EnvelopeError', description: 'Why there is no other answer. `code` is stable, the text is not.' },
);

/** The envelope around one object. */
export function Envelope<Data extends TSchema>(data: Data) {
  return Type.Object({ data, meta: Type.Null(), error: Type.Null() });
}

/** The envelope around a complete list with its count (contract 2.1). */
export function ListEnvelope<Row extends TSchema>(row: Row) {
  return Type.Object({
    data: Type.Array(row),
    meta: Type.Object({ count: Type.Integer({ minimum: 0, description: 'Rows of the full result.' }) }),
    error: Type.Null(),
  });
}

/** A documented response that Fastify does not serialize: its body is stored as text. */
export function documented(description: string, contentType: string, schema: TSchema) {
  return { description, content: { [contentType]: { schema } } };
}

/** For answers with an ETag: the 304 for a caller that has the current version. */
export const NOT_MODIFIED = {
  304: Type.Null({ description: 'Not changed since the version that If-None-Match names.' }),
};

/** The envelope's text around a body that is already JSON. */
export function envelopeText(dataJson: string): string {
  return `{"data":${dataJson},"meta":null,"error":null}`;
}
