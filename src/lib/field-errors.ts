/** Parsed input, or one message for the user about each invalid field. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: FieldErrors };

/** One message for each invalid field, in form order. */
export type FieldErrors = Readonly<Record<string, string>>;
