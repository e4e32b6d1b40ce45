import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

export const Failure = Type.Object({ failure: Type.String() });

/** The other end of `ask`: answers each question in turn, and exits when the asking process does. */
export function answerQuestions<Schema extends TSchema>(
  question: Schema,
  answer: (question: Static<Schema>) => Promise<unknown>,
): void {
  // Ctrl-C reaches every process in the terminal, but only the asking process should stop its helpers.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', async (text) => {
    try {
      process.send?.(await answer(Value.Parse(question, JSON.parse(String(text)))));
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ failure });
    }
  });
}
