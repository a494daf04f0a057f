import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, type ApiProblem, withLabel } from './problem.ts';
import { reportProblem } from './report-problem.ts';

/**
 * Refetches the values if somebody else changed them (WIRE-23). A form with `keepDirtyValues` then shows them, and
 * keeps the user's input.
 */
export async function refetchAfterConflict(
  queryClient: QueryClient,
  error: unknown,
  queryKey: QueryKey,
): Promise<void> {
  if (error instanceof ApiError && error.code === 'Conflict') await queryClient.invalidateQueries({ queryKey });
}

/** Labels by field name. */
export type FieldLabels = Record<string, string>;

const isPassword = (field: string) => /password$/i.test(field);

/**
 * Server errors by form field: the first message, or all of them for a password, with labels instead of names
 * (WEB-7).
 */
export function fieldErrors(
  problem: Pick<ApiProblem, 'propertyErrors'>,
  labels: FieldLabels,
): { fields: Record<string, string>; others: string[] } {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  const known = new Map(Object.keys(labels).map((name) => [name.toLowerCase(), name]));
  for (const [property, messages] of Object.entries(problem.propertyErrors ?? {})) {
    const field = known.get(property.toLowerCase());
    if (!field) {
      others.push(...messages);
      continue;
    }
    const shown = isPassword(field) ? messages.join('\n') : (messages[0] ?? '');
    // Server messages use only the last part of a name such as customers.2.name.
    fields[field] = withLabel(shown, property.split('.').at(-1) ?? '', labels[field]);
  }
  return { fields, others };
}

/**
 * Shows a failed save on its form: errors of properties appear on their fields, and the first of these is focused;
 * all others are a toast. The fields keep their values. `labels` names every field of the form.
 */
export function applyProblemToForm<Values extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<Values>, 'setError'>,
  labels: FieldLabels,
): void {
  if (!(error instanceof ApiError) || error.code !== 'ValidationError') {
    reportProblem(error);
    return;
  }
  const { fields, others } = fieldErrors(error.problem, labels);
  const entries = Object.entries(fields);
  for (const [index, [field, message]] of entries.entries()) {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  if (others.length > 0 || entries.length === 0) {
    const propertyErrors: Record<string, string[]> = others.length > 0 ? { '': others } : {};
    reportProblem(new ApiError(error.status, { ...error.problem, propertyErrors }));
  }
}
