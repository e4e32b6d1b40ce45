import { createRandom, drawWeighted } from '../../src/lib/random.ts';
import {
  brokenUpload,
  chunks,
  contentLength,
  earlyClose,
  mutation,
  pipeline,
  smuggling,
  unwantedBody,
} from './raw-bodies.ts';
import { makeTools, type RawCase, type RawFamily } from './raw-case.ts';
import {
  expect,
  fragments,
  half,
  headerBytes,
  headSize,
  hostHeader,
  otherProtocol,
  requestLine,
  slow,
  targetForm,
  upgrade,
  version,
} from './raw-heads.ts';

const FAMILIES: readonly (readonly [readonly [string, RawFamily], number])[] = [
  [['request line', requestLine], 8],
  [['version', version], 4],
  [['host', hostHeader], 6],
  [['head size', headSize], 3],
  [['header bytes', headerBytes], 12],
  [['fragments', fragments], 6],
  [['slow', slow], 1],
  [['half', half], 6],
  [['expect', expect], 4],
  [['upgrade', upgrade], 3],
  [['target form', targetForm], 4],
  [['other protocol', otherProtocol], 4],
  [['smuggling', smuggling], 8],
  [['unwanted body', unwantedBody], 4],
  [['chunks', chunks], 6],
  [['content length', contentLength], 6],
  [['pipeline', pipeline], 4],
  [['early close', earlyClose], 3],
  [['broken upload', brokenUpload], 3],
  [['mutation', mutation], 14],
];

/** Makes case number `index`; the same seed and index give the same bytes. */
export function makeRawCase(seed: number, index: number, host: string): RawCase {
  const random = createRandom(seed ^ 0x2a77, index);
  const [family, draw] = drawWeighted(random, FAMILIES);
  return {
    index,
    family,
    pauseMs: 0,
    end: 'wait',
    resetAfter: undefined,
    answersMax: 1,
    mustAnswer: false,
    expects: undefined,
    target: undefined,
    ...draw(random, makeTools(host)),
  };
}
