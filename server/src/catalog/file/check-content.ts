import type { z } from 'zod';
import { type CatalogFile, catalogFile } from './catalog-file.schema.ts';
import { Cursor } from './cursor.ts';
import { type CatalogDefinition, defineCatalog } from './definition.ts';
import { catalogModel, type FieldModel } from './model.ts';
import { formatPath, type Path, type PathProblem } from './paths.ts';
import type { PictureReader } from './picture.ts';
import { rules } from './rules.ts';
import { decodeMessage } from './words.ts';

/** A problem of a value, or of the name of an unknown field. */
export interface ContentProblem extends PathProblem {
  readonly isKey: boolean;
}

export type CheckedContent =
  | { readonly problems: readonly ContentProblem[] }
  | {
      readonly problems: null;
      readonly file: CatalogFile;
      readonly definition: CatalogDefinition;
      /** Returns the data: URI of a picture. */
      readonly picture: (written: string) => string;
    };

/** Checks the content of a catalog, from a file or from the editor (CAT-1, CAT-42). Returns all problems at once. */
export function checkContent(content: unknown, readPicture: PictureReader): CheckedContent {
  const parsed = catalogFile.safeParse(content);
  const cursor = new Cursor(content);
  const pictures = new Map<string, string>();
  const problems = withoutRepeats([
    ...(parsed.success ? [] : parsed.error.issues.flatMap(toProblems)),
    ...[...rules.flatMap((rule) => rule(cursor)), ...checkPictures(catalogModel, cursor, readPicture, pictures)].map(
      (problem) => ({ ...problem, isKey: false }),
    ),
  ]);
  if (!parsed.success || problems.length > 0) return { problems };
  const picture = (written: string) => pictures.get(written.trim()) as string;
  return { problems: null, file: parsed.data, definition: defineCatalog(parsed.data, picture), picture };
}

function toProblems(issue: z.core.$ZodIssue): ContentProblem[] {
  const path = issue.path as Path;
  const message = decodeMessage(issue.message);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message, isKey: true }));
  }
  return [{ path, message, isKey: false }];
}

/** Adds the valid pictures to `pictures`. */
function checkPictures(
  model: FieldModel,
  at: Cursor,
  readPicture: PictureReader,
  pictures: Map<string, string>,
): PathProblem[] {
  switch (model.kind) {
    case 'block':
      return model.fields.flatMap((field) => checkPictures(field.model, at.at(field.name), readPicture, pictures));
    case 'list':
      return at.items().flatMap((item) => checkPictures(model.item, item, readPicture, pictures));
    case 'picture': {
      const written = at.text();
      if (!written) return [];
      // Read for each field, because fields have different size limits.
      const picture = readPicture(written, model.most);
      if ('message' in picture) return [{ path: at.path, message: picture.message }];
      pictures.set(written, picture.uri);
      return [];
    }
    default:
      return [];
  }
}

/** Keeps one problem per field, because an invalid value also breaks the rules about it. */
function withoutRepeats(problems: readonly ContentProblem[]): ContentProblem[] {
  const fields = new Set<string>();
  return problems.filter(({ path }) => {
    const field = formatPath(path);
    return !fields.has(field) && fields.add(field);
  });
}
