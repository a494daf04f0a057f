import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cn } from '../../../lib/cn.ts';

interface ReceiptSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  label: ReactNode;
  amount: string;
  /** The amount is being calculated again. */
  isReloading: boolean;
  children: ReactNode;
}

/** A total that opens its parts above the bar. Escape and a press outside close them. */
export function ReceiptSheet({ isOpen, onOpenChange, label, amount, isReloading, children }: ReceiptSheetProps) {
  const { t } = useLingui();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      onOpenChange(false);
      button.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen, onOpenChange]);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="relative z-10 -ml-1.5 shrink-0 rounded px-1.5 text-left"
        onClick={() => onOpenChange(!isOpen)}
      >
        <span className="flex items-center gap-1 text-xs text-muted">
          {label}
          <ChevronDown
            aria-hidden="true"
            className={cn('size-3.5 transition-transform motion-reduce:transition-none', !isOpen && 'rotate-180')}
          />
        </span>
        <span aria-busy={isReloading} className="block text-lg font-semibold tabular-nums aria-busy:reloading">
          {amount}
        </span>
      </button>
      {isOpen && (
        <button
          type="button"
          aria-hidden="true"
          tabIndex={-1}
          className="fixed inset-0 bottom-[72px] bg-overlay"
          onClick={() => onOpenChange(false)}
        />
      )}
      <section
        id={id}
        hidden={!isOpen}
        aria-label={t`Total`}
        {...(isOpen && { 'data-sheet': '' })}
        className="fixed inset-x-0 bottom-[72px] max-h-[calc(100dvh-144px)] overflow-y-auto rounded-t-dialog border-t border-line bg-surface px-4 pt-3 pb-5 shadow-popup"
      >
        <span aria-hidden="true" className="mx-auto mb-4 block h-1 w-9 rounded-full bg-line-strong" />
        {children}
      </section>
    </>
  );
}
