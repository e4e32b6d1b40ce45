import { registerHooks } from 'node:module';

/**
 * Preloaded into the service (`node --import`) so that its public log never grows. All other code is
 * unchanged.
 */
const STILL = `
export function startSequencing() { return { async stop() {} }; }
export function startCosigning() { return { async stop() {} }; }
`;

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/jobs/grow-log.ts')
      ? { format: 'module', source: STILL, shortCircuit: true }
      : next(url, context),
});
