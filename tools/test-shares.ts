/** Divides test files among processes. */

/** Divides items into equal shares; neighbors, which often take equally long, go to different ones. */
export function dealOut<Item>(items: readonly Item[], count: number): Item[][] {
  return Array.from({ length: count }, (_, share) => items.filter((_, index) => index % count === share));
}

/** Shuffles items, the same way for the same seed. */
export function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const drawn = items.map((item, index) => ({ item, place: scatter(seed, index) }));
  return drawn.sort((one, other) => one.place - other.place).map(({ item }) => item);
}

/** A program that imports the modules at these addresses, and gives property tests the seed first, if there is one. */
export function shareProgram(addresses: readonly string[], seed: number | undefined): string {
  const lines = addresses.map((address) => `import '${address}';`);
  if (seed !== undefined) {
    const fastCheck = JSON.stringify(import.meta.resolve('fast-check'));
    // Imports run before statements, so the statement is a module of its own.
    const setSeed = `import fc from ${fastCheck}; fc.configureGlobal({ seed: ${seed} });`;
    lines.unshift(`import 'data:text/javascript,${encodeURIComponent(setSeed)}';`);
  }
  return `${lines.join('\n')}\n`;
}

/** A pseudo-random number (the finalizer of MurmurHash3). */
function scatter(seed: number, index: number): number {
  let mixed = Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
