import { createHash } from 'node:crypto';
import { renderAsync } from '@resvg/resvg-js';
import { createBoundedPool } from './bounded-pool.ts';

/** Draws SVG of our own as PNG. Throws {@link PoolFullError} when too many wait. */
export type RenderPng = (svg: string, widthPixels: number) => Promise<Buffer>;

interface RasterizerOptions {
  /** No font of the machine is used: the same picture everywhere. */
  readonly fontFiles: readonly string[];
  readonly fontFamily: string;
  readonly bytesMax?: number;
  readonly waitingMax?: number;
}

/** Some 200 pictures. */
const BYTES_MAX = 16_000_000;
const WAITING_MAX = 20;

/** One picture at a time, on a thread beside the one that answers; what was drawn is kept, the newest pictures only. */
export function createRasterizer(options: RasterizerOptions): RenderPng {
  const { fontFiles, fontFamily, bytesMax = BYTES_MAX, waitingMax = WAITING_MAX } = options;
  const pool = createBoundedPool({ atOnce: 1, waitingMax });
  const drawn = new Map<string, Promise<Buffer>>();
  const sizes = new Map<string, number>();
  let bytes = 0;

  const drop = (key: string): void => {
    bytes -= sizes.get(key) ?? 0;
    sizes.delete(key);
    drawn.delete(key);
  };
  const draw = async (svg: string, width: number): Promise<Buffer> => {
    const font = { fontFiles: [...fontFiles], loadSystemFonts: false, defaultFontFamily: fontFamily };
    const fitted = { mode: 'width', value: width } as const;
    const image = await renderAsync(svg, { fitTo: fitted, font });
    return image.asPng();
  };

  return async (svg, width) => {
    const key = createHash('sha256').update(`${width} ${svg}`).digest('base64url');
    const known = drawn.get(key);
    if (known) return known;
    const made = pool.run(() => draw(svg, width), 'first');
    drawn.set(key, made);
    try {
      const image = await made;
      sizes.set(key, image.length);
      bytes += image.length;
      for (const oldest of sizes.keys()) {
        if (bytes <= bytesMax) break;
        drop(oldest);
      }
      return image;
    } catch (error) {
      drop(key);
      throw error;
    }
  };
}
