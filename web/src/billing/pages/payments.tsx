import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../ui/page-header.tsx';
import { AllPayments } from '../payments/components/all-payments.tsx';

/** The account's payments. */
export function PaymentsPage() {
  const search = useSearch({ from: '/Billing/Payments' });
  const navigate = useNavigate({ from: '/Billing/Payments' });
  return (
    <>
      <PageHeader />
      <AllPayments
        search={search}
        onSearchChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
      />
    </>
  );
}
