import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isConsistent, rootOfInclusion } from '../../test/support/check-proofs.ts';
import {
  bundleEntries,
  formatTilePath,
  growTiles,
  nodesFrom,
  parseTilePath,
  splitEntries,
  tileOfBundle,
  tileWidthAt,
} from './tiles.ts';
import { EMPTY_ROOT, hashLeaf, proveConsistency, proveInclusion, readRoot, rootOf } from './tree.ts';

/** Standard RFC 6962 test inputs and roots. */
const KNOWN = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
] as const;

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => hashLeaf(Buffer.from(`entry ${at}`)));

/** Creates a tree that grows only by tiles, like the log. */
function growing() {
  const tiles = new Map<string, Uint8Array>();
  const readTile = async (level: number, n: number) => tiles.get(`${level}/${n}`) ?? new Uint8Array();
  let size = 0;
  return {
    read: nodesFrom(readTile),
    tiles,
    async add(leaves: readonly Uint8Array[]) {
      for (const { level, n, hashes } of await growTiles(size, leaves, readTile))
        tiles.set(`${level}/${n}`, hashes);
      size += leaves.length;
    },
  };
}

describe('a Merkle tree', () => {
  test('has the same RFC 6962 roots as other implementations', () => {
    const leaves = KNOWN.map(([entry]) => hashLeaf(Buffer.from(entry, 'hex')));
    for (const [at, [, root]] of KNOWN.entries())
      assert.equal(Buffer.from(rootOf(leaves.slice(0, at + 1))).toString('hex'), root);
    assert.equal(rootOf([]), EMPTY_ROOT);
  });

  test('that is grown in parts of any size has the same root as a tree computed all at once, now and at each earlier size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 5 }), async (parts) => {
        const tree = growing();
        const leaves = leavesOf(parts.reduce((sum, part) => sum + part, 0));
        const sizes = [0];
        for (const part of parts) {
          const start = sizes.at(-1) ?? 0;
          await tree.add(leaves.slice(start, start + part));
          sizes.push(start + part);
        }
        for (const size of sizes)
          assert.deepEqual(await readRoot(size, tree.read), rootOf(leaves.slice(0, size)));
      }),
      { numRuns: 10 },
    );
  });

  test('with two levels of full tiles has the same root as a tree computed all at once', async () => {
    const tree = growing();
    const leaves = leavesOf(256 * 256 + 300);
    await tree.add(leaves);
    assert.deepEqual(await readRoot(leaves.length, tree.read), rootOf(leaves));
    assert.equal(tree.tiles.get('1/0')?.length, 8192);
    assert.equal(tree.tiles.get('1/1')?.length, 32);
    assert.equal(tree.tiles.get('2/0')?.length, 32);
  });

  test('proves that each of its entries is in it, and rejects the proof for any other entry', async () => {
    const leaves = leavesOf(40);
    const tree = growing();
    await tree.add(leaves);
    for (let size = 1; size <= leaves.length; size += 1)
      for (let index = 0; index < size; index += 1) {
        const root = rootOf(leaves.slice(0, size));
        const path = await proveInclusion(index, size, tree.read);
        const leaf = leaves[index] ?? assert.fail();
        assert.deepEqual(rootOfInclusion({ index, size, leaf, path }), root);
        const other = leaves[(index + 1) % leaves.length] ?? assert.fail();
        assert.notDeepEqual(rootOfInclusion({ index, size, leaf: other, path }), root);
        assert.equal(rootOfInclusion({ index, size, leaf, path: [...path, leaf] }), undefined);
        if (path.length > 0)
          assert.equal(rootOfInclusion({ index, size, leaf, path: path.slice(1) }), undefined);
        for (const at of [-1, size, 0.5])
          assert.equal(rootOfInclusion({ index: at, size, leaf, path }), undefined);
      }
    await assert.rejects(proveInclusion(40, 40, tree.read), RangeError);
  });

  test('proves that it begins with each earlier tree, and rejects the proof for any other tree', async () => {
    const leaves = leavesOf(40);
    const tree = growing();
    await tree.add(leaves);
    const headAt = (size: number) => ({ size, root: rootOf(leaves.slice(0, size)) });
    for (let size = 1; size <= leaves.length; size += 1)
      for (let earlier = 0; earlier <= size; earlier += 1) {
        const path = await proveConsistency(earlier, size, tree.read);
        assert.ok(isConsistent(headAt(earlier), headAt(size), path));
        const forged = { size: earlier, root: rootOf([...leaves.slice(0, earlier)].reverse()) };
        if (earlier > 1) assert.ok(!isConsistent(forged, headAt(size), path));
        assert.ok(!isConsistent(headAt(earlier), headAt(size), [...path, EMPTY_ROOT]));
        if (path.length > 0) assert.ok(!isConsistent(headAt(earlier), headAt(size), path.slice(1)));
        if (earlier < size) assert.ok(!isConsistent(headAt(size), headAt(earlier), path));
      }
    await assert.rejects(proveConsistency(41, 40, tree.read), RangeError);
  });
});

describe('a tile', () => {
  test('has only one path', () => {
    assert.equal(formatTilePath({ level: 0, n: 1_234_067, width: 256 }), '0/x001/x234/067');
    assert.equal(formatTilePath({ level: 'entries', n: 0, width: 12 }), 'entries/000.p/12');
    assert.deepEqual(parseTilePath('63/x001/x234/067.p/255'), { level: 63, n: 1_234_067, width: 255 });
    for (const other of [
      '',
      '0',
      '0/0',
      '00/000',
      '64/000',
      '0/x000/001',
      '0/1000',
      '0/001/000',
      '0/000.p/0',
      '0/000.p/256',
      '0/000.p/01',
      '0/000/',
      'entries/x1/000',
      'data/000',
    ])
      assert.equal(parseTilePath(other), undefined, other);
  });

  test('has the width that the specification gives for 70,000 entries', () => {
    assert.equal(tileWidthAt(70_000, 0, 272), 256);
    assert.equal(tileWidthAt(70_000, 0, 273), 112);
    assert.equal(tileWidthAt(70_000, 1, 0), 256);
    assert.equal(tileWidthAt(70_000, 1, 1), 17);
    assert.equal(tileWidthAt(70_000, 2, 0), 1);
    assert.equal(tileWidthAt(70_000, 3, 0), 0);
  });

  test('returns its entries as they were written, and their hashes make up the level 0 tile', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 70_000 }), { maxLength: 4 }), (all) => {
        const entries = all.filter(({ length }) => length < 2 ** 16).map((each) => Buffer.from(each));
        const bundle = bundleEntries(entries);
        assert.deepEqual(splitEntries(bundle), entries);
        assert.deepEqual(tileOfBundle(bundle), Buffer.concat(entries.map(hashLeaf)));
        if (bundle.length > 0) assert.throws(() => splitEntries(bundle.subarray(0, -1)), RangeError);
      }),
      { numRuns: 20 },
    );
  });
});
