import { registerHooks } from 'node:module';
import path from 'node:path';

const FORMATS: Readonly<Record<string, string>> = { '.ts': 'module-typescript', '.mjs': 'module' };

/**
 * Resolves an imported file directly from the path in the import. By default, Node also checks that the file
 * exists, follows links, and reads `package.json` for the file's format. Those steps take a sixth of the time
 * needed to load two thousand files.
 */
export function importDirectly(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const format = specifier.startsWith('.') ? FORMATS[path.extname(specifier)] : undefined;
      if (format === undefined || !context.conditions.includes('import')) return next(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
    },
  });
}
