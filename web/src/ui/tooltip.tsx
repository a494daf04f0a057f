import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { useLandmark } from './use-landmark.ts';

/** Further words for what is under the pointer or has the focus. Never the only place of something one needs: a touch screen does not show it. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  const { ref, container } = useLandmark();
  return (
    <Base.Root>
      <Base.Trigger ref={ref} delay={300} render={children} />
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-popup transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
