import type { ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';

interface UnsettledAlertProps {
  title: ReactNode;
  /** Explains that there is nothing to do, and what happens next. */
  children: ReactNode;
  className?: string;
}

/** Shows that an operation waits for the payment provider, and not for the user. */
export function UnsettledAlert({ title, children, className = '' }: UnsettledAlertProps) {
  return (
    <Alert tone="info" className={className}>
      <strong className="font-semibold">{title}</strong>
      <br />
      {children}
    </Alert>
  );
}
