/** Parsed input, or one sentence for the user about each invalid field. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: FieldErrors };

/** One sentence for each invalid field, in the order of the form. */
export type FieldErrors = Readonly<Record<string, string>>;
