import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { Card } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { InvoiceTable, NoInvoices } from '../../invoices/components/invoice-table.tsx';
import { PaymentTable } from '../../payments/components/payment-table.tsx';
import { useLatestPayments } from '../../payments/payments.api.ts';
import { useLatestInvoices } from './overview-data.ts';

/** The maximum number of invoices, and of payments (UI-15). */
const shown = 5;

/** The newest five invoices or payments, with a link to all of them (INV-3, PAY-9). */
export function LatestCard() {
  const { t } = useLingui();
  const { number } = useFormat();
  const [list, setList] = useState<'invoices' | 'payments'>('invoices');
  const invoices = useLatestInvoices();
  const payments = useLatestPayments();
  const isInvoices = list === 'invoices';
  const { data } = isInvoices ? invoices : payments;
  const count = useRememberedCount('invoices', invoices.data?.items.length ?? null, shown, shown);
  const total = data?.total ?? 0;
  const all = number(total);
  return (
    <Card className="overflow-hidden">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
        <h2 className="sr-only">{t`Latest invoices and payments`}</h2>
        <SegmentedControl
          label={t`What is listed`}
          value={list}
          onChange={setList}
          options={[
            { value: 'invoices', label: t`Invoices` },
            { value: 'payments', label: t`Payments` },
          ]}
        />
        {total > 0 && (
          <TextLink to={isInvoices ? '/Billing/Invoices' : '/Billing/Payments'} className="touch-area">
            <Trans>View all {all}</Trans> <ArrowRight aria-hidden="true" />
          </TextLink>
        )}
      </div>
      {isInvoices ? (
        <InvoiceTable query={invoices} skeletonRows={count} empty={<NoInvoices className="pt-4 pb-8" />} />
      ) : (
        <PaymentTable query={payments} skeletonRows={shown} />
      )}
    </Card>
  );
}
