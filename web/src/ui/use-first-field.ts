import { type RefObject, useMemo } from 'react';

/** The field of a name in the form with that id: it takes the focus when the form's dialog opens. */
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
