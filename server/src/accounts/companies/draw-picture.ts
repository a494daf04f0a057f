import sharp, { type Sharp } from 'sharp';
import type { MessageKey } from '../../core/messages/index.ts';

export type LogoProblem = Extract<MessageKey, `companies.logo.${string}`>;

/** Maximum size of a stored logo, in pixels: four times what pages and mail show, for sharp screens. */
const maxLogoSize = { width: 704, height: 112 };

/** Maximum size of a customer's shape, in pixels: more than twice what the sign-up page shows. It always fits the size limit of the catalog file. */
const maxShapeSize = { width: 48, height: 48 };

/** Pictures with more pixels are not decoded: a small file may claim to be enormous. */
const maxPixels = 16_000_000;

/** Minimum difference between a shape's darkest and lightest part, on a scale from 0 to 255. */
const minContrast = 32;

/** The coverage of each pixel, from 0 to 255. */
interface Shades {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/** A filter in an SVG. A few of them can keep a processor busy for minutes. */
const filter = /<(?:[\w.-]+:)?filter[\s/>]/i;

const formats: readonly string[] = ['png', 'jpeg', 'webp', 'svg'];

/** Loads the library with readers for our formats only. */
function prepareSharp() {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadSvgBuffer',
    ],
  });
  sharp.cache(false);
  sharp.concurrency(1);
}

prepareSharp();

/** A request of the parent process. The answer is the drawn PNG, or the problem. */
export interface PictureRequest {
  readonly file: Uint8Array;
  readonly kind: 'logo' | 'shape';
}
export type PictureAnswer = Uint8Array | LogoProblem;

/** Redraws a PNG, JPEG, WebP or SVG file as PNG. */
const drawLogo = (file: Uint8Array) =>
  draw(file, maxLogoSize, (picture) => picture.png({ compressionLevel: 9 }).toBuffer());

/** Redraws the shape of a picture in black on a transparent ground, as PNG. */
async function drawShape(file: Uint8Array): Promise<PictureAnswer> {
  const shades = await draw(file, maxShapeSize, (picture) =>
    picture.ensureAlpha().extractChannel('alpha').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );
  if (typeof shades === 'string') return shades;
  if (isShapeless(shades)) return 'companies.logo.shapeless';
  const pixels = Buffer.alloc(shades.data.length * 2);
  for (const [index, shade] of shades.data.entries()) pixels[index * 2 + 1] = shade;
  const { width, height } = shades.info;
  return sharp(pixels, { raw: { width, height, channels: 2 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Whether nothing but a rectangle would be visible. Ignores the edge, which is blurred if it falls between two pixels. */
function isShapeless({ data, info: { width, height } }: Shades): boolean {
  const inside = data.filter((_, index) => {
    const [row, column] = [Math.floor(index / width), index % width];
    return row > 0 && row < height - 1 && column > 0 && column < width - 1;
  });
  return inside.length === 0 || Math.max(...inside) - Math.min(...inside) < minContrast;
}

/** Reads a picture, shrinks it to fit into `largest` if needed, and passes it to `finish`. */
async function draw<Result>(
  file: Uint8Array,
  largest: { readonly width: number; readonly height: number },
  finish: (picture: Sharp) => Promise<Result>,
): Promise<Result | LogoProblem> {
  try {
    const picture = { limitInputPixels: maxPixels, failOn: 'error' } as const;
    const { format, width, height } = await sharp(file, picture).metadata();
    if (!formats.includes(format)) return 'companies.logo.format';
    if (width * height > maxPixels) return 'companies.logo.pixels';
    if (format === 'svg' && filter.test(Buffer.from(file).toString('latin1'))) return 'companies.logo.filters';
    // An SVG is drawn at the stored size: a density of 72 would draw it at its own size.
    const density = 72 * Math.min(largest.width / width, largest.height / height);
    return await finish(
      sharp(file, { ...picture, ...(format === 'svg' && { density: clamp(density) }) })
        .rotate()
        .resize({ ...largest, fit: 'inside', withoutEnlargement: true }),
    );
  } catch (error) {
    return error instanceof Error && /pixel limit/.test(error.message)
      ? 'companies.logo.pixels'
      : 'companies.logo.format';
  }
}

/** Limits a density to what the library accepts. */
const clamp = (density: number) => Math.min(Math.max(density, 1), 100_000);

process.once('message', async ({ file, kind }: PictureRequest) => {
  const answer = await (kind === 'logo' ? drawLogo : drawShape)(file);
  process.send?.(answer, () => process.disconnect());
});
