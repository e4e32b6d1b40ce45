import { readPackFonts } from '../../../decisions/evidence-pack/fonts-service.ts';
import { type StatementCode, statementSheet, type TypedStatement } from './statements.ts';

/** Draws a signed statement as a PDF of one page, so that it is looked at, confirmed and deleted like any other document. */
export async function drawStatement(
  code: StatementCode,
  statement: TypedStatement,
  about: Parameters<typeof statementSheet>[2],
  issuer: string,
): Promise<Uint8Array> {
  // The library that draws is loaded by the first statement, not at the start of the service.
  const { drawPack } = await import('../../../decisions/evidence-pack/render-pack.ts');
  return drawPack(statementSheet(code, statement, about, issuer), { fonts: readPackFonts() });
}
