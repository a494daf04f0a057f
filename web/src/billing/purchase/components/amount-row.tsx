import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';

interface AmountRowProps {
  label: ReactNode;
  /** Smaller words below the label. */
  note?: ReactNode;
  amount: ReactNode;
  className?: string | undefined;
  amountClassName?: string | undefined;
}

/** A line of a receipt: what it is, and how much. Stands in a list of terms. */
export function AmountRow({ label, note, amount, className, amountClassName }: AmountRowProps) {
  return (
    <div className={cn('flex items-start justify-between gap-4', className)}>
      <dt className="min-w-0">
        {label}
        {note && <span className="block text-sm text-muted tabular-nums">{note}</span>}
      </dt>
      <dd className={cn('whitespace-nowrap tabular-nums', amountClassName)}>{amount}</dd>
    </div>
  );
}
