/** A function without its first parameter. */
type Bound<Named> = Named extends (first: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** Binds the first argument of several functions, usually a service's context. */
export function bindContext<
  First,
  Functions extends Readonly<Record<string, (first: First, ...rest: never[]) => unknown>>,
>(first: First, functions: Functions): { readonly [Name in keyof Functions]: Bound<Functions[Name]> } {
  const bound = Object.entries(functions).map(([name, each]) => [name, each.bind(undefined, first)]);
  return asBound(Object.fromEntries(bound));
}

/** Restores the types of the bound functions, which `Object.fromEntries` loses. */
function asBound<Result>(bound: Record<string, unknown>): Result {
  return bound as Result;
}
