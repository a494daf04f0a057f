import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import type { MonthColumn } from '../spending-rules.ts';
import { SpendingSwatch } from './spending-swatch.tsx';
import { partKey, useMonthText, usePartsText } from './spending-text.ts';

interface SpendingBubbleProps {
  column: MonthColumn;
  currency: string;
  /** The middle of the month's bar, px from the left. */
  at: number;
  /** Whether the bubble is left of the bar, where there is more room. */
  isLeftOfIt: boolean;
}

/** The figures of a month's bar. It is decorative: screen readers read the slider. */
export function SpendingBubble({ column, currency, at, isLeftOfIt }: SpendingBubbleProps) {
  const { money } = useFormat();
  const monthText = useMonthText();
  const { partName } = usePartsText(currency);
  return (
    <div
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute top-0 z-10 min-w-44 max-w-64 rounded-control border border-line bg-surface px-3 py-2 text-sm shadow-popup',
        isLeftOfIt && '-translate-x-full',
      )}
      style={{ left: isLeftOfIt ? at - 24 : at + 24 }}
    >
      <div className="flex justify-between gap-6 font-semibold">
        <span>{monthText(column.month)}</span>
        <span className="tabular-nums">{money(column.total, currency)}</span>
      </div>
      {column.parts.toReversed().map((part) => (
        <div key={partKey(part)} className="mt-1 flex justify-between gap-6">
          <span className="flex min-w-0 items-center gap-2 text-muted">
            <SpendingSwatch {...part} />
            <span className="truncate">{partName(part)}</span>
          </span>
          <span className="tabular-nums">{money(part.amount, currency)}</span>
        </div>
      ))}
    </div>
  );
}
