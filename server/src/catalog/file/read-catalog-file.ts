import { readFileSync } from 'node:fs';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { canonicalCatalog, type Written } from './canonical.ts';
import { checkContent } from './check-content.ts';
import type { CatalogDefinition } from './definition.ts';
import { formatPath, type Path } from './paths.ts';
import { createPictureReader } from './picture.ts';
import { CatalogFileError, findKeyOffset, findOffset, lineAndColumn, type Problem } from './problems.ts';
import { type CatalogMessage, formatMessage } from './words.ts';

export interface ReadCatalog {
  readonly file: string;
  readonly definition: CatalogDefinition;
  /** The file as a stored definition, with its pictures (CAT-44). */
  readonly written: Written;
  /** Adds the position in the file to a problem that was found later, against the database. */
  locate(path: Path, message: CatalogMessage): Problem;
}

/** Why a file cannot be read, by error code. */
const unreadableReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions forbid it',
};

/**
 * Reads and checks a catalog file, without a database.
 * @param file shown in problems as given
 * @throws CatalogFileError with all problems, each with line, column and field
 */
export function readCatalogFile(file: string): ReadCatalog {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = unreadableReasons[code ?? ''] ?? code;
    throw new CatalogFileError([{ file, line: 0, column: 0, field: '', message: unreadableMessage(reason ?? '') }]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const locate = (path: Path, message: CatalogMessage, isKey = false): Problem => ({
    file,
    ...lineAndColumn(lines, (isKey ? findKeyOffset : findOffset)(document, path)),
    field: formatPath(path),
    message: formatMessage(message, 'en'),
  });
  if (document.errors.length > 0) {
    throw new CatalogFileError(
      document.errors.map(({ pos, message }) => ({
        file,
        ...lineAndColumn(lines, pos[0]),
        field: '',
        message: formatMessage({ key: 'catalogFile.notYaml', values: { reason: message } }, 'en'),
      })),
    );
  }
  const content = toValues(document, locate);
  const checked = checkContent(content, createPictureReader(file));
  if (checked.problems) {
    throw new CatalogFileError(checked.problems.map(({ path, message, isKey }) => locate(path, message, isKey)));
  }
  const { definition, picture } = checked;
  return { file, definition, written: canonicalCatalog(content, picture), locate };
}

const unreadableMessage = (reason: string) =>
  formatMessage({ key: 'catalogFile.unreadable', values: { reason } }, 'en');

/** A file whose aliases would expand excessively is rejected before they expand. */
function toValues(document: Document, locate: (path: Path, message: CatalogMessage) => Problem): unknown {
  try {
    return document.toJS();
  } catch (error) {
    const { message: reason } = error as Error;
    throw new CatalogFileError([locate([], { key: 'catalogFile.unreadable', values: { reason } })]);
  }
}
