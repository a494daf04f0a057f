import { useNavigate, useSearch } from '@tanstack/react-router';
import { preloaded } from '../../lib/preloaded.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LicenseTable } from '../licenses/components/license-table.tsx';

const from = '/Billing/Licenses';

/** The account's licenses. */
export function LicensesPage() {
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <>
      <PageHeader />
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
