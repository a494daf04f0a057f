import { useLingui } from '@lingui/react/macro';
import { Calendar } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { useFormat } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { Button } from '../button.tsx';
import { PartBoundary } from '../part-boundary.tsx';
import type { DateRange } from './range.ts';
import type { OfferedShortcuts } from './shortcuts.ts';

const DateRangeDialog = lazyPart(() => import('./date-range-dialog.tsx').then((module) => module.DateRangeDialog));

interface DateRangePickerProps {
  /** What the range limits: 'Created'. */
  label: string;
  value: DateRange | undefined;
  onChange: (range: DateRange | undefined) => void;
  /** Whether the range can be removed; true by default. */
  canClear?: boolean;
  /** Whether the ends have a time of day; true by default. Otherwise the range consists of whole days. */
  hasTimes?: boolean;
  /** The shortcuts of billing screens by default. */
  shortcuts?: OfferedShortcuts;
  /** The current time by default. Its day is the last that can be chosen. */
  now?: Date;
  className?: string;
}

/**
 * A button with the chosen range, which opens the dialog that changes it. The dialog and its calendar are loaded when
 * needed.
 */
export function DateRangePicker({
  label,
  value,
  onChange,
  canClear = true,
  hasTimes = true,
  shortcuts,
  now,
  className,
}: DateRangePickerProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  // The dialog starts with the current range each time it opens.
  const [opening, setOpening] = useState(0);
  const style = hasTimes ? 'exact' : 'exactDate';
  const chosen = value ? `${date(value.start, style)} – ${date(value.end, style)}` : t`Any date`;
  return (
    <>
      <Button
        {...DateRangeDialog.warmUp}
        aria-haspopup="dialog"
        aria-label={t({ message: `${label}: ${chosen}`, comment: 'Names a button: Created: Any date' })}
        className={cn('min-w-0 shrink justify-start font-normal', className)}
        onClick={() => {
          setOpening((before) => before + 1);
          setIsOpen(true);
        }}
      >
        <Calendar aria-hidden="true" className="text-muted" />
        <span className="truncate text-left tabular-nums max-sm:whitespace-normal">{chosen}</span>
      </Button>
      <PartBoundary onFailure={() => setIsOpen(null)}>
        {isOpen !== null && (
          <DateRangeDialog
            key={opening}
            open={isOpen}
            onOpenChange={setIsOpen}
            title={label}
            value={value}
            onApply={onChange}
            canClear={canClear}
            hasTimes={hasTimes}
            {...(shortcuts && { shortcuts })}
            {...(now && { now })}
          />
        )}
      </PartBoundary>
    </>
  );
}
