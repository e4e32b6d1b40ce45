/** The reason a workbook cannot be read: a problem code for the file and a sentence. */
export class WorkbookProblem extends Error {
  readonly code: 'damaged_workbook' | 'too_large';

  constructor(code: WorkbookProblem['code'], text: string) {
    super(text);
    this.code = code;
  }

  static damaged(why: string): WorkbookProblem {
    return new WorkbookProblem('damaged_workbook', `the workbook cannot be read: ${why.slice(0, 200)}`);
  }

  static tooLarge(why: string): WorkbookProblem {
    return new WorkbookProblem('too_large', why);
  }
}
