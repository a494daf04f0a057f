import { readFileSync } from 'node:fs';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { canonicalCatalog, type Written } from './canonical.ts';
import { checkContent } from './check-content.ts';
import type { CatalogDefinition } from './definition.ts';
import { fieldOf, type Path } from './paths.ts';
import { picturesBeside } from './picture.ts';
import { CatalogFileError, keyOffsetOf, offsetOf, type Problem, placeOf } from './problems.ts';
import { type Said, sayInWords } from './words.ts';

export interface ReadCatalog {
  readonly file: string;
  readonly definition: CatalogDefinition;
  /** The file as a definition that is kept, with its pictures inside (CAT-44). */
  readonly written: Written;
  /** A problem at `path` that was found later, against the database, with its place in the file. */
  locate(path: Path, said: Said): Problem;
}

/** Why a file cannot be read, in words. */
const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions forbid it',
};

/**
 * Reads and checks a catalog file. Nothing is applied and no database is needed.
 * @param file shown in problems as it is given.
 * @throws CatalogFileError with all problems, each with line, column and field.
 */
export function readCatalogFile(file: string): ReadCatalog {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = unreadable[code ?? ''] ?? code;
    throw new CatalogFileError([{ file, line: 0, column: 0, field: '', message: cannotBeRead(reason ?? '') }]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const locate = (path: Path, said: Said, isKey = false): Problem => ({
    file,
    ...placeOf(lines, (isKey ? keyOffsetOf : offsetOf)(document, path)),
    field: fieldOf(path),
    message: sayInWords(said, 'en'),
  });
  if (document.errors.length > 0) {
    throw new CatalogFileError(
      document.errors.map(({ pos, message }) => ({
        file,
        ...placeOf(lines, pos[0]),
        field: '',
        message: sayInWords({ key: 'catalogFile.notYaml', values: { reason: message } }, 'en'),
      })),
    );
  }
  const content = toValues(document, locate);
  const checked = checkContent(content, picturesBeside(file));
  if (checked.problems) {
    throw new CatalogFileError(checked.problems.map(({ path, said, isKey }) => locate(path, said, isKey)));
  }
  const { definition, picture } = checked;
  return { file, definition, written: canonicalCatalog(content, picture), locate };
}

const cannotBeRead = (reason: string) => sayInWords({ key: 'catalogFile.unreadable', values: { reason } }, 'en');

/** A file whose aliases would expand excessively is rejected before they expand. */
function toValues(document: Document, locate: (path: Path, said: Said) => Problem): unknown {
  try {
    return document.toJS();
  } catch (error) {
    const { message: reason } = error as Error;
    throw new CatalogFileError([locate([], { key: 'catalogFile.unreadable', values: { reason } })]);
  }
}
