/** An error, with its causes, as it is sent between processes. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  readonly cause: PlainError | undefined;
}

/** The maximum number of an error's causes that are sent. */
const CAUSES_MAX = 8;

/** Converts an error to a form that can be sent between processes. */
export function toPlainError(error: unknown, causes = CAUSES_MAX): PlainError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, code: undefined, cause: undefined };
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    stack,
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    cause: cause === undefined || causes === 0 ? undefined : toPlainError(cause, causes - 1),
  };
}

/** Restores an error, with the code by which callers recognize it. */
export function toError({ name, message, stack, code, cause }: PlainError): Error {
  const error = new Error(message, cause && { cause: toError(cause) });
  return Object.assign(error, {
    name,
    ...(stack !== undefined && { stack }),
    ...(code !== undefined && { code }),
  });
}
