import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LatePaymentTable } from '../late-payments/components/late-payment-table.tsx';

/** For operators: who is late with paying, and how much is at stake. */
export function LatePaymentsPage() {
  const search = useSearch({ from: '/Operator/LatePayments' });
  const navigate = useNavigate({ from: '/Operator/LatePayments' });
  return (
    <>
      <PageHeader description={<Trans>Invoices of all accounts that a card did not pay, the largest first</Trans>} />
      <Card className="overflow-hidden">
        <LatePaymentTable
          search={search}
          onSearchChange={(change) => void navigate({ search: { ...search, ...(change as Partial<typeof search>) } })}
        />
      </Card>
    </>
  );
}
