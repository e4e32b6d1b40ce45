export { findStatisticsCounts, writeStatisticsCounts } from './counts-store.ts';
