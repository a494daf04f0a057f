import { useId } from 'react';
import { cn } from '../lib/cn.ts';
import { CopyButton } from './copy-button.tsx';

interface CopyFieldProps {
  /** The label above the field. */
  label: string;
  hideLabel?: boolean;
  value: string;
  /** The label of the copy button. */
  copyLabel: string;
  className?: string;
}

/** A read-only value to enter elsewhere. A click selects all of it, and a button copies it. */
export function CopyField({ label, hideLabel = false, value, copyLabel, className }: CopyFieldProps) {
  const id = useId();
  return (
    <div className={cn('grid min-w-0 gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <div className="flex items-center rounded-control border border-line-strong bg-canvas">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="h-9 min-w-0 flex-1 rounded-l-control bg-transparent px-3 font-mono text-sm text-ink"
        />
        <span className="grid h-9 w-10 shrink-0 place-items-center border-l border-line-strong">
          <CopyButton value={value} label={copyLabel} />
        </span>
      </div>
    </div>
  );
}
