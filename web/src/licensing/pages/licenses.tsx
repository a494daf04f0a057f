import { useLingui } from '@lingui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { titles } from '../../app/titles.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LicenseTable } from '../licenses/components/license-table.tsx';

const from = '/Billing/Licenses/';

/** The account's licenses. */
export function LicensesPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <>
      <PageHeader title={i18n._(titles.licenses)} />
      <Card className="overflow-hidden">
        <LicenseTable
          search={search}
          onSearchChange={(change) => void navigate({ search: { ...search, ...change } })}
          products={preloaded().products}
        />
      </Card>
    </>
  );
}
