import { type ReactNode, useEffect, useState } from 'react';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

/** A lazily loaded step. If it fails to load, the document's own message offers to reload; the input is kept. */
export function LatePart({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const note = document.getElementById('load-failure');
    if (!hasFailed || !note) return;
    note.hidden = false;
    return () => {
      note.hidden = true;
    };
  }, [hasFailed]);
  if (hasFailed) return fallback;
  return (
    <PartBoundary fallback={fallback} onFailure={() => setHasFailed(true)}>
      {children}
    </PartBoundary>
  );
}
