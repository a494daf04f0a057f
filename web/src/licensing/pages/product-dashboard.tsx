import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { notify } from '../../lib/notify.tsx';
import { useNameProduct } from '../../lib/page-subject.ts';
import { isNotFound } from '../../lib/problem.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductLogo } from '../../ui/product-logo.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MetricsRange } from '../product-dashboards/components/metrics-range.tsx';
import { ProductMetrics } from '../product-dashboards/components/product-metrics.tsx';
import { useProductInfo } from '../product-dashboards/product-dashboards.api.ts';
import { TokensCard } from '../product-tokens/components/tokens-card.tsx';

const from = '/ProductDashboard/$id';

/** What an account's products reported, and the tokens with which they call the portal (DASH-1, TOK-1). */
export function ProductDashboardPage() {
  const { id } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const info = useProductInfo(id);
  useNameProduct(id, info.data?.caption);
  useFailureToast(info.error);
  const change = (next: object) =>
    void navigate({ search: { ...search, ...next } as typeof search, resetScroll: false });
  return (
    <>
      <DashboardHead
        product={info.data}
        isPending={info.isPending}
        actions={info.data && <MetricsRange search={search} onChange={change} />}
      />
      <QueryView query={info} missing={<Trans>There is no such product</Trans>}>
        {(product) => (
          <div className="grid gap-4">
            <ProductMetrics productId={product.id} search={search} />
            <TokensCard productId={product.id} search={search} onSearchChange={change} />
          </div>
        )}
      </QueryView>
    </>
  );
}

/** Reports that the product could not be loaded, except if it does not exist. */
function useFailureToast(error: Error | null) {
  const { t } = useLingui();
  const hasFailed = error !== null && !isNotFound(error);
  useEffect(() => {
    if (hasFailed) notify.error(t`The product could not be loaded.`);
  }, [hasFailed, t]);
}

interface DashboardHeadProps {
  product: ReturnType<typeof useProductInfo>['data'];
  isPending: boolean;
  actions: ReactNode;
}

function DashboardHead({ product, isPending, actions }: DashboardHeadProps) {
  return (
    <div className="flex items-start gap-4">
      {product && <ProductLogo name={product.caption} logo64={product.logo64} />}
      <div className="min-w-0 flex-1">
        <PageHeader
          title={product?.caption}
          description={product ? product.description : isPending && <Skeleton className="mt-1.5 w-96 max-w-full" />}
          actions={actions}
        />
      </div>
    </div>
  );
}
