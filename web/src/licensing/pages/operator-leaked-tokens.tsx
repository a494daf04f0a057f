import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../ui/page-header.tsx';
import { LeakReport } from '../product-tokens/operator/leak-report.tsx';
import { LeakedTokenTable } from '../product-tokens/operator/leaked-token-table.tsx';

/** For operators: product tokens that leaked (TOK-10). */
export function OperatorLeakedTokensPage() {
  const search = useSearch({ from: '/Operator/LeakedTokens' });
  const navigate = useNavigate({ from: '/Operator/LeakedTokens' });
  return (
    <>
      <PageHeader description={<Trans>Product tokens that were found in public</Trans>} />
      <div className="flex flex-col gap-5">
        <LeakReport />
        <LeakedTokenTable
          search={search}
          onSearchChange={(change) => void navigate({ search: { ...search, ...change } as typeof search })}
        />
      </div>
    </>
  );
}
