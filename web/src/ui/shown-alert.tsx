import { type ReactNode, useEffect, useRef } from 'react';
import { Alert, type AlertTone } from './alert.tsx';

interface ShownAlertProps {
  tone?: AlertTone;
  children: ReactNode;
  className?: string;
}

/** A message that came of what was just done: brought into view, as on a phone one may be at the other end of a long page. */
export function ShownAlert({ tone = 'bad', children, className }: ShownAlertProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef('');
  useEffect(() => {
    // Other words are another message; the same ones drawn anew leave the page where its reader has it.
    const words = place.current?.textContent ?? '';
    if (words === shown.current) return;
    shown.current = words;
    // After a heading that comes with it, or a dialog that goes, has moved the focus, which scrolls too.
    setTimeout(() => place.current?.scrollIntoView?.({ block: 'center' }));
  });
  return (
    <div ref={place} className={className}>
      <Alert tone={tone}>{children}</Alert>
    </div>
  );
}
