import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A document of `docs`, by its name. */
export const readDocument = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

/** A heading or a whole program, so that a comment in a program does not count as a heading. */
const parts = /^(?:#+ (?<heading>[^\n]*)|```(?<language>\w*)\n(?<program>.*?)^```)$/gms;

/**
 * The programs of a document's section in order, without those of its subsections.
 * @throws Error if it is missing, for example after a change of the heading
 */
export function readProgram(document: string, heading: string, language: string): string {
  let here = '';
  const found: string[] = [];
  for (const { groups } of document.matchAll(parts)) {
    if (groups?.heading !== undefined) here = groups.heading;
    else if (here === heading && groups?.language === language) found.push(groups.program ?? '');
  }
  if (found.length === 0) throw new Error(`the section ${heading} contains no program in ${language}`);
  return found.join('\n');
}
