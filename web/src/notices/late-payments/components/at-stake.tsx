import { Plural } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';

interface AtStakeProps {
  totals: readonly { amount: number; currency: string; invoices: number }[];
}

/** The unpaid amounts of late payments, by currency. */
export function AtStake({ totals }: AtStakeProps) {
  const { money } = useFormat();
  return (
    <ul className="flex flex-wrap gap-x-8 gap-y-2">
      {totals.map(({ amount, currency, invoices }) => (
        <li key={currency}>
          <span className="block text-2xl font-semibold tracking-tight tabular-nums">{money(amount, currency)}</span>
          <span className="text-sm text-muted">
            <Plural value={invoices} one="# invoice" other="# invoices" />
          </span>
        </li>
      ))}
    </ul>
  );
}
