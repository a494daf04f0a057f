import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { ProductTabs } from '../../catalog/pages/product/tabs.tsx';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { notify } from '../../lib/notify.tsx';
import { useNameProduct } from '../../lib/page-subject.ts';
import { isNotFound } from '../../lib/problem.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductLogo } from '../../ui/product-logo.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MetricsRange } from '../product-dashboards/components/metrics-range.tsx';
import { useProductInfo } from '../product-dashboards/product-dashboards.api.ts';

const ProductMetrics = lazyPart(() =>
  import('../product-dashboards/components/product-metrics.tsx').then((module) => module.ProductMetrics),
);
const TokensCard = lazyPart(() =>
  import('../product-tokens/components/tokens-card.tsx').then((module) => module.TokensCard),
);

const from = '/ProductDashboard/$id';

/** The reports of an account's products (DASH-1), or the tokens with which they call the portal (TOK-1). */
export function ProductDashboardPage() {
  const { id } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const isConnect = search.tab === 'connect';
  usePreload(isConnect ? TokensCard : ProductMetrics);
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
        actions={info.data && !isConnect && <MetricsRange search={search} onChange={change} />}
      />
      <ProductTabs productId={id} current={isConnect ? 'connect' : 'usage'} />
      <QueryView query={info} missing={<Trans>There is no such product</Trans>}>
        {(product) => (
          <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
            {isConnect ? (
              <TokensCard productId={product.id} search={search} onSearchChange={change} />
            ) : (
              <ProductMetrics productId={product.id} search={search} />
            )}
          </Suspense>
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
