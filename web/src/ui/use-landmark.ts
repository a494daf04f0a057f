import { useCallback, useState } from 'react';

/**
 * The landmark (or dialog) that contains a trigger. Its popup is rendered there instead of at the end of the
 * document, so that screen readers find all content inside landmarks. Give `ref` to the trigger and `container` to
 * the portal.
 */
export function useLandmark() {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const ref = useCallback((trigger: HTMLElement | null) => {
    setContainer(
      trigger?.closest<HTMLElement>('[role=dialog], [role=alertdialog], main, header, nav, aside, footer') ?? null,
    );
  }, []);
  return { ref, container };
}
