import { Trans } from '@lingui/react/macro';
import type { SignUpReceipt } from '@portico/contract';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

interface ReceiptCardProps {
  receipt: SignUpReceipt;
  /** Product and plan, shown until the invoice is known. */
  title: string;
}

/** The paid order: its lines, the card, the payment provider's receipt and the next charge. */
export function ReceiptCard({ receipt, title }: ReceiptCardProps) {
  const { markedMoney, date } = useFormat();
  const { currency, number, paidAt, discount, taxes, card, url, nextCharge, amountPaid } = receipt;
  const lines = receipt.lines.length > 0 ? receipt.lines : [{ description: title, amount: amountPaid }];
  const term = nextCharge && `${date(paidAt)} – ${date(nextCharge.at)}`;
  const paidOn = date(paidAt);
  return (
    <Card className="p-4 sm:p-5">
      <h2 className="text-lg font-semibold tracking-tight">
        <Trans>Receipt</Trans>
      </h2>
      <p className="text-muted">{number ? `${number} · ${paidOn}` : paidOn}</p>
      <div className="mt-4 grid gap-2 border-t border-line pt-4">
        {lines.map(({ description, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <Line key={index} label={description} amount={markedMoney(amount, currency)} isStrong />
        ))}
        {term && <p className="-mt-1.5 text-sm text-muted">{term}</p>}
        {discount > 0 && <Line label={<Trans>Discount</Trans>} amount={markedMoney(-discount, currency)} />}
        {taxes.map(({ description, amount }) => (
          <Line key={description} label={description} amount={markedMoney(amount, currency)} />
        ))}
      </div>
      <div className="mt-4 grid gap-2 border-t border-line pt-4">
        <Line label={<Trans>Amount paid</Trans>} amount={markedMoney(amountPaid, currency)} isStrong />
        {card && <p className="text-muted">{[card.brand, `••••\u00a0${card.last4}`].filter(Boolean).join(' ')}</p>}
        {url && (
          <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClasses({ className: 'mt-2' })}>
            <ExternalLink aria-hidden="true" />
            <Trans>Open the receipt</Trans>
          </a>
        )}
      </div>
      {nextCharge && <NextCharge amount={markedMoney(nextCharge.amount, currency)} day={date(nextCharge.at)} />}
    </Card>
  );
}

function Line({ label, amount, isStrong = false }: { label: ReactNode; amount: string; isStrong?: boolean }) {
  return (
    <p className={cn('flex items-baseline justify-between gap-4', isStrong ? 'font-medium' : 'text-muted')}>
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <span className="whitespace-nowrap tabular-nums">{amount}</span>
    </p>
  );
}

function NextCharge({ amount, day }: { amount: string; day: string }) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="font-medium">
        <Trans>
          Next charge: {amount} on {day}
        </Trans>
      </p>
      <p className="mt-0.5 text-sm text-muted">
        <Trans>It renews automatically. You can change the plan or cancel under Billing.</Trans>
      </p>
    </div>
  );
}

/** What happens after a trial. */
export function AfterTrialCard() {
  return (
    <Card className="p-4 sm:p-5">
      <h2 className="text-lg font-semibold tracking-tight">
        <Trans>After the trial</Trans>
      </h2>
      <p className="mt-1 text-muted">
        <Trans>Nothing is charged when the trial ends. To keep using the product, choose a plan in the portal.</Trans>
      </p>
    </Card>
  );
}
