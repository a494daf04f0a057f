import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useRef } from 'react';
import { cn } from '../../../lib/cn.ts';
import { Button } from '../../../ui/button.tsx';

export interface RowProps {
  label: string;
  children: ReactNode;
  note?: ReactNode;
  amount?: string | null;
  isChangeable: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onClose: () => void;
  warmUp: () => void;
  renderPanel: (onClose: () => void) => ReactNode;
}

/** A part of the plan with its price, and a 'Change' button that opens its content below. */
export function PlanRow({
  label,
  children,
  note,
  amount,
  isChangeable,
  isOpen,
  onToggle,
  onClose,
  warmUp,
  renderPanel,
}: RowProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    onClose();
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <div>
      <div className="flex min-h-[62px] items-center gap-x-4 px-4 py-3 sm:px-6">
        <dl className="grid min-w-0 flex-1 grid-cols-1 gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)] sm:items-center">
          <dt id={`${id}-label`} className="text-sm text-muted">
            {label}
          </dt>
          <dd className="min-w-0 font-semibold wrap-anywhere">
            {children}
            {note && <span className="block text-sm font-normal text-muted">{note}</span>}
            {amount && <span className="text-sm font-normal text-muted tabular-nums sm:hidden">{amount}</span>}
          </dd>
        </dl>
        {amount && <span className="font-medium whitespace-nowrap tabular-nums max-sm:hidden">{amount}</span>}
        <span className="w-[76px] shrink-0 text-right">
          {(isChangeable || isOpen) && (
            <Button
              ref={button}
              id={`${id}-change`}
              size="sm"
              variant="quiet"
              className={cn('-mr-2.5 px-2.5 text-accent-text hover:bg-accent-soft', isOpen && 'bg-accent-soft')}
              aria-expanded={isOpen}
              aria-labelledby={`${id}-change ${id}-label`}
              onPointerEnter={warmUp}
              onFocus={warmUp}
              onClick={onToggle}
            >
              <Trans comment="Button in a row: opens the change of what the row shows">Change</Trans>
            </Button>
          )}
        </span>
      </div>
      {isOpen && <div className="px-2 pb-3 sm:px-4 sm:pb-4">{renderPanel(close)}</div>}
    </div>
  );
}
