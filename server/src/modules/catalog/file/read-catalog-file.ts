import { readFileSync } from 'node:fs';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { catalogFile } from './catalog-file.schema.ts';
import { Cursor } from './cursor.ts';
import { type CatalogDefinition, defineCatalog } from './definition.ts';
import { largestCustomersLogo, largestPicture, readPicture } from './picture.ts';
import {
  CatalogFileError,
  fieldOf,
  keyOffsetOf,
  offsetOf,
  type Path,
  type PathProblem,
  type Problem,
  placeOf,
} from './problems.ts';
import { rules } from './rules.ts';

export interface ReadCatalog {
  readonly file: string;
  readonly definition: CatalogDefinition;
  /** A problem at `path` that was found later, against the database, with its place in the file. */
  locate(path: Path, message: string): Problem;
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
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = unreadable[code ?? ''] ?? code;
    throw new CatalogFileError([{ file, line: 0, column: 0, field: '', message: `cannot be read: ${reason}` }]);
  }
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new CatalogFileError(
      document.errors.map(({ pos, message }) => ({
        file,
        ...placeOf(lines, pos[0]),
        field: '',
        message: `is not YAML: ${message}`,
      })),
    );
  }
  const locate = (path: Path, message: string, isKey = false): Problem => ({
    file,
    ...placeOf(lines, (isKey ? keyOffsetOf : offsetOf)(document, path)),
    field: fieldOf(path),
    message,
  });
  return { file, definition: check(file, document, locate), locate };
}

function check(
  file: string,
  document: Document,
  locate: (path: Path, message: string, isKey?: boolean) => Problem,
): CatalogDefinition {
  const content = toValues(document, locate);
  const parsed = catalogFile.safeParse(content);
  const pictures = new Map<string, string>();
  const ruled = [
    ...rules.flatMap((rule) => rule(new Cursor(content))),
    ...checkPictures(file, new Cursor(content), pictures),
  ];
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => fromIssue(issue, locate))),
    ...ruled.map(({ path, message }) => locate(path, message)),
  ];
  if (!parsed.success || problems.length > 0) throw new CatalogFileError(withoutRepeats(problems));
  return defineCatalog(parsed.data, (path) => pictures.get(path) as string);
}

/** A file whose aliases would expand excessively is rejected before they expand. */
function toValues(document: Document, locate: (path: Path, message: string) => Problem): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new CatalogFileError([locate([], `cannot be read: ${(error as Error).message}`)]);
  }
}

function fromIssue(
  issue: z.core.$ZodIssue,
  locate: (path: Path, message: string, isKey?: boolean) => Problem,
): Problem[] {
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => locate([...path, key], issue.message, true));
  }
  return [locate(path, issue.message)];
}

/** Fills `pictures` with the valid ones. */
function checkPictures(file: string, catalog: Cursor, pictures: Map<string, string>): PathProblem[] {
  const companies = catalog.at('companies').items();
  const products = catalog.at('products').items();
  const fields = [
    ...products.map((product) => [product.at('logo'), largestPicture] as const),
    ...companies.flatMap((company) => [
      [company.at('logoLight'), largestPicture] as const,
      [company.at('logoDark'), largestPicture] as const,
      ...company
        .at('customers')
        .items()
        .map((customer) => [customer.at('logo'), largestCustomersLogo] as const),
    ]),
  ];
  return fields.flatMap(([field, most]) => {
    const path = field.text();
    if (!path) return [];
    const picture = readPicture(file, path, most);
    if ('problem' in picture) return [field.should(picture.problem)];
    pictures.set(path, picture.uri);
    return [];
  });
}

/** Keeps one problem for each field, because an invalid value also breaks the rules about it. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const fields = new Set<string>();
  return problems.filter(({ field }) => !fields.has(field) && fields.add(field));
}
