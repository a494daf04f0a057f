import { useEffect, useRef } from 'react';
import { focusHeading } from '../../lib/focus-heading.ts';

/**
 * For a part that goes away by itself, or loses its buttons: whoever stood in it, or in a dialog of it, goes on at the page's heading instead of at the
 * document's beginning.
 * @param face changes when what can be focused in it does
 * @returns for the element around it
 */
export function useHandedOnFocus(face: string) {
  // What is removed under the focus does not say so: nothing is heard of a blur then.
  const hasFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that is waited for
  useEffect(
    () => () => {
      if (!hasFocus.current) return;
      // After a dialog that closes has tried to give the focus back.
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
