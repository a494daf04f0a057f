import type { Owed } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';

/** What is owed, a line for each currency. */
export function OwedAmounts({ owed }: { owed: readonly Owed[] }) {
  const { money } = useFormat();
  if (owed.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className="tabular-nums">
      {owed.map(({ currency, amount }) => (
        <span key={currency} className="block whitespace-nowrap">
          {money(amount, currency)}
        </span>
      ))}
    </span>
  );
}
