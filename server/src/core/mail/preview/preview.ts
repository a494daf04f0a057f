import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, locales } from '@portico/contract';
import type { Brand } from '../render/brand.ts';
import { showMessage } from '../render/message.ts';
import { samples } from './samples.ts';

/** The files of one message. */
export interface Preview {
  /** The HTML file, or the text file of a text message. */
  readonly file: string;
  readonly hasHtml: boolean;
  /** Whether it is the template's first sample in its language. The other samples differ only in their text. */
  readonly isFirst: boolean;
}

/** A company with its own color and no logos, to see a mail without images. */
const brand: Brand = {
  name: 'Veriscan',
  logoLight: null,
  logoDark: null,
  accentLight: '#0b6e4f',
  accentDark: '#3fbf95',
  mailSender: null,
  mailSenderName: null,
  mailReplyTo: null,
};

/**
 * Writes every template with its samples in every language: the text, and the HTML of mails. @returns the written
 * files.
 */
export function writePreviews(folder: string): Preview[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries(samples).flatMap(([template, filled]) =>
    locales.flatMap((locale) => filled.map((data, index) => writeOne(folder, { template, data, locale, index }))),
  );
}

function writeOne(
  folder: string,
  { template, data: sample, locale, index }: { template: string; data: unknown; locale: Locale; index: number },
): Preview {
  const data = JSON.parse(JSON.stringify(sample).replaceAll('language=en', `language=${locale}`));
  const shown = showMessage({ template, data, locale }, { brand, publicUrl: 'https://portal.vendor.example' });
  if (!shown) throw new Error(`The template ${template} rejects its sample`);
  const path = join(folder, [template, ...(index > 0 ? [index + 1] : []), locale].join('.'));
  writeFileSync(`${path}.txt`, shown.subject === null ? shown.text : `${shown.subject}\n\n${shown.text}`);
  if (shown.html === null) return { file: `${path}.txt`, hasHtml: false, isFirst: index === 0 };
  writeFileSync(`${path}.html`, shown.html);
  return { file: `${path}.html`, hasHtml: true, isFirst: index === 0 };
}
