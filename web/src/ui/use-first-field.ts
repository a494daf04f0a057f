import { type RefObject, useMemo } from 'react';

/** The field with that name in the form, for a dialog's initial focus. */
export function useFirstField(formId: string, name: string): RefObject<HTMLElement | null> {
  return useMemo(
    () => ({
      get current() {
        const form = document.getElementById(formId);
        return form?.querySelector<HTMLElement>(`input[name="${name}"]`) ?? null;
      },
    }),
    [formId, name],
  );
}
