import { type ComponentProps, useState } from 'react';
import { lazyPart } from '../lib/lazy.tsx';
import { PartBoundary } from './part-boundary.tsx';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

/**
 * A confirmation dialog whose code is loaded when it first opens. It stays mounted afterwards, so that it can animate
 * its closing.
 */
export function LateConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  const [isWanted, setIsWanted] = useState(props.open);
  if (props.open && !isWanted) setIsWanted(true);
  return (
    <PartBoundary onFailure={() => props.onOpenChange(false)}>{isWanted && <ConfirmDialog {...props} />}</PartBoundary>
  );
}
