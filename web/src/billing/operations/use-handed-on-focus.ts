import { useEffect, useRef } from 'react';
import { focusHeading } from '../../lib/focus-heading.ts';

/**
 * For a part that disappears or loses its buttons: if the focus was in it, or in one of its dialogs, the focus moves
 * to the page's heading instead of the start of the document.
 * @param face changes when its focusable content does
 * @returns the ref of the surrounding element
 */
export function useFocusAfterRemoval(face: string) {
  // An element that is removed while focused fires no blur event.
  const hasFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that is waited for
  useEffect(
    () => () => {
      if (!hasFocus.current) return;
      // After a closing dialog has tried to restore the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusHeading();
      });
    },
    [face],
  );
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
