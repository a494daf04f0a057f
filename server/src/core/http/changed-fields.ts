import { z } from 'zod';
import { RequestValidationError } from './validation.ts';

/**
 * Checks the fields that differ from the stored values, so that a stored value stays valid whatever it is (USR-34).
 * @returns all fields, parsed @throws RequestValidationError with the problems of the changed ones
 */
export function parseChangedFields<Name extends string>(
  fields: Readonly<Record<Name, z.ZodType<string>>>,
  stored: Readonly<Record<NoInfer<Name>, string>>,
  given: Readonly<Record<NoInfer<Name>, string>>,
): Record<Name, string> {
  const changed = (Object.keys(fields) as Name[]).filter((name) => given[name] !== stored[name]);
  const schema = z.object(Object.fromEntries(changed.map((name) => [name, fields[name]])));
  const parsed = schema.safeParse(given, { reportInput: true });
  if (!parsed.success) throw new RequestValidationError(parsed.error.issues, 'body');
  const kept = Object.fromEntries(Object.keys(fields).map((name) => [name, stored[name as Name]]));
  return { ...kept, ...parsed.data } as Record<Name, string>;
}
