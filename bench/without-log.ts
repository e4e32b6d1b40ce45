import { registerHooks } from 'node:module';

/** Loaded before the service (`node --import`): its public log never grows. Everything else is the same code. */
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
