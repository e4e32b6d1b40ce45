/** A message from a process that runs test files to the process that started it. */
export type TestMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'passed' | 'skipped' }
  | {
      readonly type: 'failed';
      readonly names: readonly string[];
      readonly place: string;
      readonly cause: string;
    }
  /**
   * Every test of the file has ended. `ms` excludes loading modules, because the first file of a process does
   * that for all.
   */
  | { readonly type: 'done'; readonly file: string; readonly ms: number };

/** The next file for such a process to run, or the order to end. */
export type TestOrder =
  | { readonly type: 'run'; readonly file: string; readonly address: string }
  | { readonly type: 'end' };

/** Begins the name of the test that follows a file's last one and so marks its end. */
export const END_OF_FILE = 'end of ';

/** When the tests of the current file began: after its modules were loaded. */
export const progress = { loadedAt: 0 };

export function tell(message: TestMessage): void {
  process.send?.({ ofTestFiles: message });
}

/** Undefined for messages between other parts of the program, such as a service and its workers. */
export function asTestMessage(received: unknown): TestMessage | undefined {
  return Reflect.get(Object(received), 'ofTestFiles');
}
