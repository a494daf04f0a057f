import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { Said } from './words.ts';

/** Bytes of a picture. */
const largest = 64 * 1024;

/** A picture as a data: URI, or what is wrong with it. */
export type Picture = { readonly uri: string } | { readonly said: Said };

/** Reads a picture as it is written in a catalog. */
export type PictureReader = (written: string) => Picture;

/**
 * Reads pictures beside a catalog file. The content decides a picture's type, not the name. SVG is rejected because it can contain scripts (CAT-24).
 */
export function picturesBeside(catalogFile: string): PictureReader {
  return (path) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(path) || isAbsolute(path)) return { said: { key: 'catalogFile.pictureRelative' } };
    const file = resolve(dirname(catalogFile), path);
    let content: Buffer;
    try {
      if (statSync(file).size > largest) return tooLarge;
      content = readFileSync(file);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? '';
      return { said: { key: 'catalogFile.pictureUnreadable', values: { file, reason } } };
    }
    return judged(content);
  };
}

/** Reads a picture of a definition that is kept: a data: URI in base64. What it claims to be counts for nothing. */
export const readKeptPicture: PictureReader = (written) => {
  const base64 = /^data:[a-z/+.-]*;base64,([A-Za-z0-9+/]*=*)$/.exec(written)?.[1];
  return base64 === undefined ? { said: { key: 'catalogFile.pictureFormat' } } : judged(Buffer.from(base64, 'base64'));
};

/** The file name extension and the content of a picture that was read. */
export function contentOf(uri: string): { readonly extension: string; readonly content: Buffer } {
  const [, extension = 'png', base64 = ''] = /^data:image\/(\w+);base64,(.*)$/s.exec(uri) ?? [];
  return { extension: extension === 'jpeg' ? 'jpg' : extension, content: Buffer.from(base64, 'base64') };
}

const tooLarge: Picture = { said: { key: 'catalogFile.pictureTooLarge', values: { most: largest / 1024 } } };

function judged(content: Buffer): Picture {
  if (content.length > largest) return tooLarge;
  const type = typeOf(content);
  if (!type) return { said: { key: 'catalogFile.pictureFormat' } };
  return { uri: `data:${type};base64,${content.toString('base64')}` };
}

function typeOf(content: Buffer): string | undefined {
  const ascii = (from: number, to: number) => content.subarray(from, to).toString('latin1');
  if (content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) && ascii(12, 16) === 'IHDR')
    return 'image/png';
  if (content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
