import type { InvoicePreview, UnitName } from '@portico/contract';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { useUnits } from '../../../lib/units.ts';

interface ChargeLinesProps {
  lines: InvoicePreview['lines'];
  currency: string;
  /** Undefined until known. */
  unit: UnitName | undefined;
}

/** The lines of an upcoming invoice, for a `dl`. A line shows quantity and price if their product is its amount. */
export function ChargeLines({ lines, currency, unit }: ChargeLinesProps) {
  const { money, number } = useFormat();
  const units = useUnits();
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const count = (seen.get(line.description) ?? 0) + 1;
    seen.set(line.description, count);
    const price = money(line.unitPrice, currency);
    const isMultiplied = line.quantity * line.unitPrice === line.amount;
    const many = line.kind === 'base' && unit ? units.count(unit, line.quantity) : number(line.quantity);
    const isCounted = isMultiplied && (line.kind === 'base' || line.quantity !== 1);
    return (
      <ChargeLine
        key={`${line.description} ${count}`}
        label={line.isProration ? line.description : line.name}
        note={isCounted ? `${many} × ${price}` : null}
        amount={money(line.amount, currency)}
      />
    );
  });
}

interface ChargeLineProps {
  label: ReactNode;
  note?: ReactNode;
  amount: string;
  /** Whether the line begins a group, and so is below a divider. */
  isFirst?: boolean;
  tone?: 'ok';
  className?: string;
}

export function ChargeLine({ label, note, amount, isFirst = false, tone, className }: ChargeLineProps) {
  return (
    <div className={cn('flex items-baseline justify-between gap-4', isFirst && 'border-t border-line pt-3', className)}>
      <dt className={cn('min-w-0 wrap-anywhere', tone === 'ok' && 'text-muted')}>
        {label}
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dt>
      <dd className={cn('whitespace-nowrap tabular-nums', tone === 'ok' && 'text-ok')}>{amount}</dd>
    </div>
  );
}
