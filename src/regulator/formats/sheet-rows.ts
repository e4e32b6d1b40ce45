import { cellText, momentOfSerial } from './cell-text.ts';
import { WorkbookProblem } from './workbook-problem.ts';
import { decodeXmlText, elementName, readAttributes, type XmlHandler } from './xml-tokens.ts';

export const ROWS_MAX = 2_000_000;
export const ROW_LENGTH_MAX = 1024 * 1024;
export const COLUMNS_MAX = 702;
/** Matches a cell's tag in its usual format. The column has at most two letters. */
const USUAL_CELL = /^c r="([A-Z]{1,2})\d{1,7}"(?: s="(\d+)")?(?: t="(\w+)")?(\/?)$/;
const A = 64;
const LETTERS = 26;

/** The limits on how much of a row is stored. */
export interface RowBounds {
  /** The number of columns. Cells to the right of them are skipped. */
  readonly columns: number;
  /**
   * The maximum size of a cell as written in the workbook, in bytes. The rest is neither stored nor decoded.
   */
  readonly cellBytes: number;
}

/** The data in a workbook that all of its sheets share. */
export interface SharedParts extends RowBounds {
  readonly texts: readonly string[];
  /** Returns true if a style displays numbers as dates. */
  readonly isDateStyle: (style: number) => boolean;
  readonly counts1904: boolean;
}

/** Receives a row that contains a value: its cells as text and its row number, counted from 1. */
export type RowTaker = (cells: readonly string[], line: number) => void;

/**
 * Reads a sheet's rows from its XML, one at a time. Throws a {@link WorkbookProblem} if the sheet is too
 * large.
 */
export class SheetRows implements XmlHandler {
  readonly #shared: SharedParts;
  readonly #take: RowTaker;
  #rows = 0;
  #line = 0;
  /** The size of the current row in bytes, or undefined between rows. */
  #rowLength: number | undefined;
  #cells: string[] = [];
  #column = 0;
  #type = '';
  #style = -1;
  /** The current cell's value as Latin-1 bytes, or undefined between cells. */
  #value: string | undefined;
  #isCollecting = false;
  #isPhonetic = false;

  constructor(shared: SharedParts, take: RowTaker) {
    this.#shared = shared;
    this.#take = take;
  }

  tag(tag: string): void {
    this.#grow(tag.length + 2);
    switch (tag) {
      case 'v':
      case 't':
        this.#isCollecting = this.#value !== undefined && !this.#isPhonetic;
        break;
      case '/v':
      case '/t':
        this.#isCollecting = false;
        break;
      case '/c':
        this.#endCell();
        break;
      case '/row':
        this.#endRow();
        break;
      default:
        this.#takeOther(tag);
    }
  }

  text(bytes: string): void {
    this.#grow(bytes.length);
    if (this.#isCollecting && this.#value !== undefined)
      this.#value += bytes.slice(0, this.#shared.cellBytes - this.#value.length);
  }

  #takeOther(tag: string): void {
    const usual = USUAL_CELL.exec(tag);
    if (usual) {
      const [, letters = '', style = '-1', type = '', isEmpty] = usual;
      this.#beginCell(letters, Number(style), type);
      if (isEmpty) this.#endCell();
      return;
    }
    const name = elementName(tag);
    const isEmpty = tag.endsWith('/');
    if (name === 'row') this.#beginRow(tag);
    else if (name === 'c') this.#takeCell(tag);
    else if (name === 'rPh') this.#isPhonetic = !isEmpty;
    else if (name === '/rPh') this.#isPhonetic = false;
    else if (name !== tag && !isEmpty && /^\/?(?:[vtc]|row)$/.test(name)) this.tag(name);
    if (isEmpty && name === 'row') this.#endRow();
    if (isEmpty && name === 'c') this.#endCell();
  }

  #beginRow(tag: string): void {
    const line = Number(readAttributes(tag).get('r') ?? Number.NaN);
    this.#line = Number.isSafeInteger(line) && line > 0 ? line : this.#line + 1;
    this.#rowLength = 0;
    this.#cells = [];
    this.#column = 0;
    this.#value = undefined;
  }

  #endRow(): void {
    if (this.#rowLength === undefined) return;
    this.#rowLength = undefined;
    this.#rows += 1;
    if (this.#rows > ROWS_MAX) throw WorkbookProblem.tooLarge(`its sheet has more than ${ROWS_MAX} rows`);
    if (this.#cells.some((cell) => cell !== '')) this.#take(this.#cells, this.#line);
  }

  #takeCell(tag: string): void {
    const attributes = readAttributes(tag);
    const [, letters = ''] = /^([^\d]*)\d*$/.exec(attributes.get('r') ?? '') ?? [];
    this.#beginCell(letters.toUpperCase(), Number(attributes.get('s') ?? -1), attributes.get('t') ?? '');
  }

  #beginCell(letters: string, style: number, type: string): void {
    if (letters !== '') this.#column = columnOf(letters);
    if (this.#column >= COLUMNS_MAX)
      throw WorkbookProblem.tooLarge(`its sheet has more than ${COLUMNS_MAX} columns`);
    this.#type = type;
    this.#style = style;
    const isKept = this.#rowLength !== undefined && this.#column < this.#shared.columns;
    this.#value = isKept ? '' : undefined;
    this.#isCollecting = false;
    this.#isPhonetic = false;
  }

  #endCell(): void {
    if (this.#value === undefined) return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = this.#textOf(this.#value);
    this.#column += 1;
    this.#value = undefined;
    this.#isCollecting = false;
  }

  #textOf(value: string): string {
    if (value === '') return '';
    switch (this.#type) {
      case 's':
        return this.#sharedText(Number(value));
      case 'str':
      case 'inlineStr':
      case 'e':
        return decodeXmlText(value);
      case 'b':
        return String(value.trim() === '1' || value.trim().toLowerCase() === 'true');
      default:
        return this.#numberText(value);
    }
  }

  #sharedText(place: number): string {
    const text = this.#shared.texts[place];
    if (text === undefined) throw WorkbookProblem.damaged('a cell refers to a text that is not there');
    return text;
  }

  #numberText(value: string): string {
    const number = Number(value);
    if (Number.isNaN(number)) return decodeXmlText(value);
    return cellText(
      this.#shared.isDateStyle(this.#style) ? momentOfSerial(number, this.#shared.counts1904) : number,
    );
  }

  #grow(bytes: number): void {
    if (this.#rowLength === undefined) return;
    this.#rowLength += bytes;
    if (this.#rowLength > ROW_LENGTH_MAX)
      throw WorkbookProblem.tooLarge('a row of its sheet is longer than a record may be');
  }
}

/** Returns the index of a column: 0 for A, 26 for AA. Returns {@link COLUMNS_MAX} for anything else. */
function columnOf(letters: string): number {
  if (!/^[A-Z]{1,2}$/.test(letters)) return COLUMNS_MAX;
  const [first = 0, second] = [...letters].map((letter) => letter.charCodeAt(0) - A);
  return (second === undefined ? first : first * LETTERS + second) - 1;
}
