import { readPackFonts } from '../../../decisions/evidence-pack/fonts-service.ts';
import { type StatementCode, statementSheet, type TypedStatement } from './statements.ts';

/**
 * Renders a signed statement as a one-page PDF, so that it can be viewed, confirmed and deleted like other
 * documents.
 */
export async function drawStatement(
  code: StatementCode,
  statement: TypedStatement,
  about: Parameters<typeof statementSheet>[2],
  issuer: string,
): Promise<Uint8Array> {
  // Load the PDF library only when it is needed, so that it does not slow down the service's startup.
  const { drawPack } = await import('../../../decisions/evidence-pack/render-pack.ts');
  return drawPack(statementSheet(code, statement, about, issuer), { fonts: readPackFonts() });
}
