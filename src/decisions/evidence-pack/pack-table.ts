import {
  addElement,
  addLink,
  type Canvas,
  COLORS,
  drawArtifact,
  type Element,
  ensureSpace,
  measureText,
  PAGE,
  TEXT_WIDTH,
  writeText,
} from './canvas.ts';

export interface Column {
  readonly title: string;
  /** The column's fraction of the table's width. */
  readonly share: number;
  /** True if this column's cells name their rows. */
  readonly isRowHeader?: boolean;
  readonly bold?: boolean;
  /** Returns the link target for the column's cell in a row. */
  readonly destinationOf?: (row: number) => string | undefined;
}

const PADDING = 4;
/** The space above and below the text of a cell, in points. */
const ROW_PADDING = 1.5;
const SIZE = 8.5;

/**
 * Adds a table whose rows wrap and never overlap. Each page repeats the header row, which is marked as an
 * artifact after the first page.
 */
export function addTable(
  canvas: Canvas,
  parent: Element,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void {
  const table = addElement(canvas, parent, 'Table');
  const titles = columns.map(({ title }) => title);
  const headHeight = heightOf(canvas, columns, titles, true);
  const first = rows[0];
  ensureSpace(canvas, headHeight + (first ? heightOf(canvas, columns, first, false) : 0));
  addRow(canvas, table, columns, titles, true);
  for (const [index, row] of rows.entries()) {
    const isNewPage = ensureSpace(canvas, heightOf(canvas, columns, row, false));
    if (isNewPage) drawHeadAgain(canvas, columns, titles);
    addRow(canvas, table, columns, row, false, index);
  }
  table.end();
  canvas.doc.y += 4;
}

function addRow(
  canvas: Canvas,
  table: Element,
  columns: readonly Column[],
  cells: readonly string[],
  isHead: boolean,
  number = 0,
): void {
  const { doc } = canvas;
  const top = doc.y;
  const height = heightOf(canvas, columns, cells, isHead);
  drawRowFrame(canvas, top, height, isHead);
  const row = addElement(canvas, table, 'TR');
  let x: number = PAGE.left;
  columns.forEach((column, index) => {
    const isHeader = isHead || column.isRowHeader === true;
    const place = { x: x + PADDING, width: widthOf(column) - 2 * PADDING };
    const style = { ...place, size: SIZE, bold: isHead || column.bold === true };
    const text = cells[index] ?? '';
    const y = top + ROW_PADDING;
    const destination = isHead ? undefined : column.destinationOf?.(number);
    const cell = isHeader ? headerCell(canvas, isHead ? 'Column' : 'Row') : doc.struct('TD');
    row.add(cell);
    if (destination === undefined) cell.add(() => writeText(canvas, text, y, style));
    else addLink(canvas, cell, text, { ...style, destination, y });
    cell.end();
    x += widthOf(column);
  });
  row.end();
  doc.y = top + height;
}

/** Adds a header cell. pdfkit's types do not include `scope` yet. */
function headerCell({ doc }: Canvas, scope: 'Column' | 'Row'): Element {
  return doc.struct('TH', Object.assign({ title: '' }, { scope }));
}

function drawHeadAgain(canvas: Canvas, columns: readonly Column[], titles: readonly string[]): void {
  const { doc } = canvas;
  const top = doc.y;
  const height = heightOf(canvas, columns, titles, true);
  drawRowFrame(canvas, top, height, true);
  drawArtifact(
    canvas,
    () => {
      let x: number = PAGE.left;
      for (const column of columns) {
        const place = { x: x + PADDING, width: widthOf(column) - 2 * PADDING };
        writeText(canvas, column.title, top + ROW_PADDING, { ...place, size: SIZE, bold: true });
        x += widthOf(column);
      }
    },
    'Pagination',
  );
  doc.y = top + height;
}

function drawRowFrame(canvas: Canvas, top: number, height: number, isHead: boolean): void {
  drawArtifact(canvas, () => {
    if (isHead) canvas.doc.rect(PAGE.left, top, TEXT_WIDTH, height).fill(COLORS.head);
    canvas.doc
      .moveTo(PAGE.left, top + height)
      .lineTo(PAGE.left + TEXT_WIDTH, top + height)
      .lineWidth(0.5)
      .stroke(COLORS.line);
  });
}

function heightOf(
  canvas: Canvas,
  columns: readonly Column[],
  cells: readonly string[],
  isHead: boolean,
): number {
  const heights = columns.map((column, index) =>
    measureText(canvas, cells[index] ?? '', {
      size: SIZE,
      bold: isHead || column.bold === true,
      width: widthOf(column) - 2 * PADDING,
    }),
  );
  return Math.max(...heights) + 2 * ROW_PADDING;
}

function widthOf({ share }: Column): number {
  return share * TEXT_WIDTH;
}
