import { readPackFonts } from '../../../decisions/evidence-pack/fonts-service.ts';
import { type StatementCode, statementSheet, type TypedStatement } from './statements.ts';

/**
 * Renders a signed statement as a one-page PDF, so that it can be viewed, confirmed and deleted like any
 * other document.
 */
export async function drawStatement(
  code: StatementCode,
  statement: TypedStatement,
  about: Parameters<typeof statementSheet>[2],
  issuer: string,
): Promise<Uint8Array> {
  // The first statement loads the PDF library, not the service's startup.
  const { drawPack } = await import('../../../decisions/evidence-pack/render-pack.ts');
  return drawPack(statementSheet(code, statement, about, issuer), { fonts: readPackFonts() });
}
