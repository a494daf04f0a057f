import { type ReactNode, useEffect, useRef } from 'react';
import { Alert, type AlertTone } from './alert.tsx';

interface ShownAlertProps {
  tone?: AlertTone;
  children: ReactNode;
  className?: string;
}

/** An alert about the user's last action. It scrolls into view, because it may be far from the button on a phone. */
export function ShownAlert({ tone = 'bad', children, className }: ShownAlertProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef('');
  useEffect(() => {
    // Another text is another message; the same text does not scroll.
    const words = place.current?.textContent ?? '';
    if (words === shown.current) return;
    shown.current = words;
    // After changes of the focus, which scroll too.
    setTimeout(() => place.current?.scrollIntoView?.({ block: 'center' }));
  });
  return (
    <div ref={place} className={className}>
      <Alert tone={tone}>{children}</Alert>
    </div>
  );
}
