import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { CatalogMessage } from './words.ts';

/** In bytes. */
export const maxPictureBytes = 64 * 1024;

/** In bytes. Every page of the sign-up contains all of them. */
export const maxCustomerLogoBytes = 4 * 1024;

/** A picture as a data: URI, or its problem. */
export type Picture = { readonly uri: string } | { readonly message: CatalogMessage };

/**
 * Reads a picture as it is written in a catalog.
 * @param most maximum bytes
 */
export type PictureReader = (written: string, most: number) => Picture;

/**
 * Reads pictures relative to a catalog file. A picture's type is read from its content, not its name. SVG is rejected because it can contain scripts (CAT-24).
 */
export function createPictureReader(catalogFile: string): PictureReader {
  return (path, most) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(path) || isAbsolute(path))
      return { message: { key: 'catalogFile.pictureRelative' } };
    const file = resolve(dirname(catalogFile), path);
    let content: Buffer;
    try {
      if (statSync(file).size > most) return tooLargeProblem(most);
      content = readFileSync(file);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? '';
      return { message: { key: 'catalogFile.pictureUnreadable', values: { file, reason } } };
    }
    return checkPicture(content, most);
  };
}

/** Reads a picture of a stored definition, a data: URI in base64. Its declared type is ignored. */
export const readStoredPicture: PictureReader = (written, most) => {
  const base64 = /^data:[a-z/+.-]*;base64,([A-Za-z0-9+/]*=*)$/.exec(written)?.[1];
  return base64 === undefined
    ? { message: { key: 'catalogFile.pictureFormat' } }
    : checkPicture(Buffer.from(base64, 'base64'), most);
};

/** The file extension and content of a picture. */
export function decodePicture(uri: string): { readonly extension: string; readonly content: Buffer } {
  const [, extension = 'png', base64 = ''] = /^data:image\/(\w+);base64,(.*)$/s.exec(uri) ?? [];
  return { extension: extension === 'jpeg' ? 'jpg' : extension, content: Buffer.from(base64, 'base64') };
}

const tooLargeProblem = (most: number): Picture => ({
  message: { key: 'catalogFile.pictureTooLarge', values: { most: most / 1024 } },
});

function checkPicture(content: Buffer, most: number): Picture {
  if (content.length > most) return tooLargeProblem(most);
  const type = pictureType(content);
  if (!type) return { message: { key: 'catalogFile.pictureFormat' } };
  return { uri: `data:${type};base64,${content.toString('base64')}` };
}

function pictureType(content: Buffer): string | undefined {
  const ascii = (from: number, to: number) => content.subarray(from, to).toString('latin1');
  if (content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) && ascii(12, 16) === 'IHDR')
    return 'image/png';
  if (content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
