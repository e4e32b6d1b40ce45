/** A message from a process that runs test files to its parent. */
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
   * Every test in the file has ended. `ms` excludes loading modules, because a process's first file loads
   * them for all of its files.
   */
  | { readonly type: 'done'; readonly file: string; readonly ms: number };

/** The next file for such a process to run, or the order to stop. */
export type TestOrder =
  | { readonly type: 'run'; readonly file: string; readonly address: string }
  | { readonly type: 'end' };

/** The prefix of the name of the test that is added after a file's last one to mark its end. */
export const END_OF_FILE = 'end of ';

/** The time at which the current file's tests began, after its modules were loaded. */
export const progress = { loadedAt: 0 };

export function tell(message: TestMessage): void {
  process.send?.({ ofTestFiles: message });
}

/** Returns undefined for messages between other parts of the program, such as a service and its workers. */
export function asTestMessage(received: unknown): TestMessage | undefined {
  return Reflect.get(Object(received), 'ofTestFiles');
}
