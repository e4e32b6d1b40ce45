/** What somebody typed, understood; or what is wrong with it, by field, in words for who typed it. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: FieldErrors };

/** One sentence for each field that is not acceptable, in the order of the form. */
export type FieldErrors = Readonly<Record<string, string>>;
