import { createHash } from 'node:crypto';
import type { Theme } from '@portico/contract';
import type { MessageKey } from '../../messages/index.ts';
import type { Logo } from '../accounts/index.ts';

/** What is wrong with a file. */
export type LogoProblem = Extract<MessageKey, `companies.logo.${string}`>;

/** Pixels of a stored logo at most: four times what pages and mails show, for sharp screens. */
const largest = { width: 704, height: 112 };

/** Pixels of a picture that is decoded at all: a small file may claim to be enormous. */
const mostPixels = 16_000_000;

/** Seconds for drawing one picture. Logos take some hundredths. */
const mostSeconds = 5;

const formats: readonly string[] = ['png', 'jpeg', 'webp', 'svg'];

/** The library, with every reader closed but those of our formats. It is heavy, and loaded when the first logo comes. */
async function openSharp() {
  const { default: sharp } = await import('sharp');
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
  return sharp;
}

let opened: ReturnType<typeof openSharp> | undefined;

/**
 * Draws a PNG, JPEG, WebP or SVG file anew as PNG (BRAND-2). Its content decides what it is, whatever its name or declared type. Only the picture is kept: scripts, links,
 * metadata and bytes that hide behind it are gone. An SVG is drawn without running or loading anything.
 * @returns what is wrong where it is no such picture
 */
export async function drawLogo(file: Uint8Array): Promise<Logo | LogoProblem> {
  opened ??= openSharp();
  const sharp = await opened;
  try {
    const picture = { limitInputPixels: mostPixels, failOn: 'error' } as const;
    const { format, width, height } = await sharp(file, picture).metadata();
    if (!formats.includes(format)) return 'companies.logo.format';
    if (width * height > mostPixels) return 'companies.logo.pixels';
    // An SVG is drawn at the size that is stored. 72 is the density at which its own size was told.
    const density = 72 * Math.min(largest.width / width, largest.height / height);
    const content = await sharp(file, { ...picture, ...(format === 'svg' && { density: clamp(density) }) })
      .rotate()
      .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: mostSeconds })
      .png({ compressionLevel: 9 })
      .toBuffer();
    return { content, hash: createHash('sha256').update(content).digest('hex') };
  } catch (error) {
    return error instanceof Error && /pixel limit/.test(error.message)
      ? 'companies.logo.pixels'
      : 'companies.logo.format';
  }
}

/** Densities that the library takes. */
const clamp = (density: number) => Math.min(Math.max(density, 1), 100_000);

/** Where a company's logo is served. Another picture has another address. */
export function logoAddress(companyId: number, theme: Theme, { hash }: Pick<Logo, 'hash'>): string {
  return `/CompanyLogos/${companyId}/${theme}/${hash}`;
}
