import { useLingui } from '@lingui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { titles } from '../../app/titles.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AllPayments } from '../payments/components/all-payments.tsx';

/** The account's payments. */
export function PaymentsPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from: '/Billing/Payments/' });
  const navigate = useNavigate({ from: '/Billing/Payments/' });
  return (
    <>
      <PageHeader title={i18n._(titles.payments)} />
      <AllPayments
        search={search}
        onSearchChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
      />
    </>
  );
}
