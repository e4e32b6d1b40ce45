import path from 'node:path';
import { isBuiltInDateFormat, isDateFormat } from './cell-text.ts';
import {
  COLUMNS_MAX,
  ROW_LENGTH_MAX,
  type RowBounds,
  type RowTaker,
  type SharedParts,
  SheetRows,
} from './sheet-rows.ts';
import { WorkbookProblem } from './workbook-problem.ts';
import { decodeXmlText, elementName, readAttributes, type XmlHandler, XmlTokens } from './xml-tokens.ts';
import { readEntries, unpackEntry, ZipDamaged, type ZipEntry } from './zip-entries.ts';

/**
 * Reads a workbook row by row. Every part is unpacked and counted piece by piece, so a workbook uses about as
 * much memory as its distinct strings, even if it unpacks to much more.
 */

/** The maximum unpacked size of a workbook, in bytes. */
export interface WorkbookBounds extends RowBounds {
  /** The maximum for all sheets together. */
  readonly sheetsBytes: number;
  /** The maximum for all other parts together. */
  readonly partsBytes: number;
}

/**
 * The limits for the regulator's workbooks. One fiscal year for the whole state has about 500 MB of cells.
 */
const REGULATOR_BOUNDS: WorkbookBounds = {
  sheetsBytes: 1024 * 1024 * 1024,
  partsBytes: 64 * 1024 * 1024,
  columns: COLUMNS_MAX,
  cellBytes: ROW_LENGTH_MAX,
};
const PART = /\.(?:xml|rels)$/i;
const LIST_MAX = 100_000;

interface Workbook {
  /** The sheets in workbook order. */
  readonly sheets: readonly WorkbookSheet[];
  /**
   * Passes the rows on a sheet to `take`. Throws a {@link WorkbookProblem} if the workbook is damaged or too
   * large; rows before the damage have been passed by then.
   */
  readSheet(sheet: WorkbookSheet, take: RowTaker): Promise<void>;
}

interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The name of the part that contains the sheet's rows. */
  readonly part: string;
}

/**
 * Opens a workbook in the format of Excel 2007 or later. Throws a {@link WorkbookProblem} for any other file.
 */
export async function openWorkbook(
  bytes: Uint8Array,
  bounds: WorkbookBounds = REGULATOR_BOUNDS,
): Promise<Workbook> {
  const parts = new Parts(bytes, bounds);
  const main = findByType(await readRelations(parts, ''), 'officeDocument')?.part ?? 'xl/workbook.xml';
  const relations = await readRelations(parts, main);
  const { sheets, counts1904 } = await readMain(parts, main, relations);
  let shared: SharedParts | undefined;
  return {
    sheets,
    async readSheet({ part }, take) {
      shared ??= {
        texts: await readTexts(parts, findByType(relations, 'sharedStrings')?.part, bounds.cellBytes),
        isDateStyle: await readStyles(parts, findByType(relations, 'styles')?.part),
        counts1904,
        columns: bounds.columns,
        cellBytes: bounds.cellBytes,
      };
      await parts.read(part, new SheetRows(shared, take), 'sheetsBytes');
    },
  };
}

/** The parts of a workbook's zip file, and how many more bytes they may unpack to. */
class Parts {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #room: { sheetsBytes: number; partsBytes: number };

  constructor(bytes: Uint8Array, { sheetsBytes, partsBytes }: WorkbookBounds) {
    const entries = orDamaged(() => readEntries(bytes, (name) => PART.test(name)));
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.#room = { sheetsBytes, partsBytes };
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  async read(
    name: string,
    handler: XmlHandler,
    kind: 'sheetsBytes' | 'partsBytes' = 'partsBytes',
  ): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) throw WorkbookProblem.damaged('a part is missing');
    const tokens = new XmlTokens(handler);
    try {
      for await (const chunk of unpackEntry(entry)) {
        this.#room[kind] -= chunk.length;
        if (this.#room[kind] < 0)
          throw WorkbookProblem.tooLarge('the workbook unpacks to more than the largest one allowed');
        tokens.read(chunk);
      }
    } catch (error) {
      throw error instanceof ZipDamaged ? WorkbookProblem.damaged(error.message) : error;
    }
    tokens.end();
  }

  /** Calls `take` at the start of each element, with its name and attributes. */
  async readElements(
    name: string,
    take: (element: string, attributes: ReadonlyMap<string, string>) => void,
  ): Promise<void> {
    const tag = (text: string) => {
      if (!text.startsWith('/')) take(elementName(text), readAttributes(text));
    };
    await this.read(name, { tag, text() {} });
  }
}

/** A reference from one part to another. */
interface Relation {
  readonly id: string;
  readonly type: string;
  readonly part: string;
}

/** Reads which parts a part refers to. An empty name stands for the workbook as a whole. */
async function readRelations(parts: Parts, of: string): Promise<readonly Relation[]> {
  const name = path.posix.join(path.posix.dirname(of), '_rels', `${path.posix.basename(of)}.rels`);
  const relations: Relation[] = [];
  if (!parts.has(name)) return relations;
  await parts.readElements(name, (element, attributes) => {
    if (element !== 'Relationship') return;
    const target = attributes.get('Target') ?? '';
    const part = path.posix.resolve('/', path.posix.dirname(of), target).slice(1);
    push(relations, { id: attributes.get('Id') ?? '', type: attributes.get('Type') ?? '', part });
  });
  return relations;
}

/**
 * Finds a relation by its type. Types are URLs that differ between editions of the standard but end the same
 * way.
 */
function findByType(relations: readonly Relation[], type: string): Relation | undefined {
  return relations.find((relation) => relation.type.endsWith(`/${type}`));
}

async function readMain(
  parts: Parts,
  main: string,
  relations: readonly Relation[],
): Promise<{ readonly sheets: readonly WorkbookSheet[]; readonly counts1904: boolean }> {
  const worksheets = relations.filter(({ type }) => type.endsWith('/worksheet'));
  const partOf = new Map(worksheets.map(({ id, part }) => [id, part]));
  const listed: WorkbookSheet[] = [];
  let counts1904 = false;
  await parts.readElements(main, (element, attributes) => {
    if (element === 'workbookPr') counts1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
    if (element !== 'sheet') return;
    const [, id] = [...attributes].find(([name]) => /:id$/i.test(name)) ?? [];
    const part = partOf.get(id ?? '');
    const isHidden = /hidden/i.test(attributes.get('state') ?? '');
    // A sheet of another type is a chart and has no rows.
    if (part !== undefined) push(listed, { name: attributes.get('name') ?? '', isHidden, part });
  });
  if (listed.length === 0) throw WorkbookProblem.damaged('it has no sheet');
  return { sheets: listed, counts1904 };
}

async function readTexts(
  parts: Parts,
  part: string | undefined,
  cellBytes: number,
): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === undefined || !parts.has(part)) return texts;
  let bytes = '';
  let isCollecting = false;
  let isPhonetic = false;
  const end = () => {
    texts.push(decodeXmlText(bytes));
    bytes = '';
  };
  await parts.read(part, {
    tag(tag) {
      const isEmpty = tag.endsWith('/');
      const name = elementName(tag);
      if (name === 't') isCollecting = !isEmpty && !isPhonetic;
      else if (name === '/t') isCollecting = false;
      else if (name === 'rPh') isPhonetic = !isEmpty;
      else if (name === '/rPh') isPhonetic = false;
      else if (name === '/si' || (name === 'si' && isEmpty)) end();
    },
    text(more) {
      if (isCollecting) bytes += more.slice(0, cellBytes - bytes.length);
    },
  });
  return texts;
}

/** Returns a function that says whether a style displays numbers as dates. */
async function readStyles(parts: Parts, part: string | undefined): Promise<(style: number) => boolean> {
  const formats = new Map<number, boolean>();
  const ofStyles: number[] = [];
  let isInStyles = false;
  if (part === undefined || !parts.has(part)) return () => false;
  await parts.readElements(part, (element, attributes) => {
    if (element === 'numFmt')
      formats.set(Number(attributes.get('numFmtId')), isDateFormat(attributes.get('formatCode') ?? ''));
    // Cell styles come after the named styles and before the conditional ones.
    if (element === 'cellXfs' || element === 'cellStyles') isInStyles = element === 'cellXfs';
    if (element === 'xf' && isInStyles) push(ofStyles, Number(attributes.get('numFmtId') ?? 0));
  });
  const isDate = ofStyles.map((id) => formats.get(id) ?? isBuiltInDateFormat(id));
  return (style) => isDate[style] ?? false;
}

function push<Value>(list: Value[], value: Value): void {
  if (list.length === LIST_MAX) throw WorkbookProblem.tooLarge('the workbook lists more than a workbook may');
  list.push(value);
}

function orDamaged<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof ZipDamaged ? WorkbookProblem.damaged(error.message) : error;
  }
}
