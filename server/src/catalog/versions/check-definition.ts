import type { Database } from '../../core/db/database.ts';
import { readStored } from '../apply/apply.queries.ts';
import { findConflicts } from '../apply/conflicts.ts';
import { canonicalCatalog, type Written } from '../file/canonical.ts';
import { checkContent } from '../file/check-content.ts';
import type { CatalogDefinition } from '../file/definition.ts';
import type { Place } from '../file/differences.ts';
import { toPlace } from '../file/paths.ts';
import { readStoredPicture } from '../file/picture.ts';
import type { CatalogMessage } from '../file/words.ts';

/** A problem of a definition, at a path that does not change when entries move. */
export interface DefinitionProblem {
  readonly place: Place;
  readonly message: CatalogMessage;
}

export type CheckedDefinition =
  | { readonly problems: readonly DefinitionProblem[] }
  | { readonly problems: null; readonly definition: CatalogDefinition; readonly written: Written };

/** Checks a definition by itself, and against what was sold before, as for a file (CAT-42). */
export async function checkDefinition(database: Database, written: Written): Promise<CheckedDefinition> {
  const checked = checkContent(written, readStoredPicture);
  const placed = (problems: readonly { path: Parameters<typeof toPlace>[1]; message: CatalogMessage }[]) => ({
    problems: problems.map(({ path, message }) => ({ place: toPlace(written, path), message })),
  });
  if (checked.problems) return placed(checked.problems);
  const conflicts = findConflicts(checked.definition, await readStored(database));
  if (conflicts.length > 0) return placed(conflicts);
  return { problems: null, definition: checked.definition, written: canonicalCatalog(written, checked.picture) };
}
