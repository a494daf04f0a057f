import { Trans } from '@lingui/react/macro';
import type { UnitName } from '@portico/contract';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Change } from '../model/changes.ts';
import { summarizeChange, useChangeButtonText, useLaterButtonText } from './change-words.ts';

interface ChangeFooterProps {
  changes: readonly Change[];
  /** Cents due today; null while unknown. */
  due: number | null;
  /** When the change takes effect; null for immediately. */
  startsAt: string | null;
  held: { currency: string; unit: UnitName };
  isPending: boolean;
  /** Nothing is changed, or the price is unknown. */
  isBlocked: boolean;
  /** The card that is charged if something is due today. */
  card: ReactNode;
  onMake: () => void;
  onClose: () => void;
}

/** The button that makes the change and names it, and a cancel button. */
export function ChangeFooter({
  changes,
  due,
  startsAt,
  held,
  isPending,
  isBlocked,
  card,
  onMake,
  onClose,
}: ChangeFooterProps) {
  const text = useChangeButtonText();
  const later = useLaterButtonText();
  const words =
    changes.length === 0 ? (
      <Trans>Nothing changed yet</Trans>
    ) : due === null ? (
      <Trans>Make the change</Trans>
    ) : startsAt ? (
      later(summarizeChange(changes), startsAt, held.unit)
    ) : (
      text(summarizeChange(changes), due, held.currency, held.unit)
    );
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
      <Button
        variant="primary"
        className="max-sm:h-auto max-sm:min-h-10 max-sm:w-full max-sm:py-2 max-sm:whitespace-normal"
        pending={isPending}
        disabled={isBlocked}
        onClick={onMake}
      >
        {words}
      </Button>
      <Button variant="quiet" className="max-sm:w-full" disabled={isPending} onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      {card && changes.length > 0 && due !== null && due > 0 && (
        <span className="ml-1 inline-flex flex-wrap items-center gap-x-1.5 text-sm text-muted max-sm:ml-0 max-sm:w-full max-sm:justify-center">
          <Trans>Charged to {card}</Trans>
        </span>
      )}
    </div>
  );
}
