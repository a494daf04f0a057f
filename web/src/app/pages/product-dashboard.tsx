import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { usePlans } from '../../features/catalog/api/list-plans.ts';
import { TokensCard } from '../../features/product-tokens/index.ts';
import { useNameProduct } from '../../lib/page-subject.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductLogo } from '../../ui/product-logo.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { titles } from '../titles.ts';

/** What an account has of a product beside its subscription: the tokens by which the product speaks to the portal (TOK-1). */
export function ProductDashboardPage() {
  const { id } = useParams({ from: '/ProductDashboard/$id' });
  const search = useSearch({ from: '/ProductDashboard/$id' });
  const navigate = useNavigate({ from: '/ProductDashboard/$id' });
  const plans = usePlans(id);
  useNameProduct(id, plans.data?.product.displayName);
  return (
    <>
      <DashboardHead product={plans.data?.product} isPending={plans.isPending} />
      <QueryView query={plans} missing={<Trans>There is no such product</Trans>}>
        {({ product }) => (
          <div className="grid gap-5">
            <TokensCard
              productId={product.id}
              search={search}
              onSearchChange={(change) => void navigate({ search: { ...search, ...change } as typeof search })}
            />
          </div>
        )}
      </QueryView>
    </>
  );
}

type Product = NonNullable<ReturnType<typeof usePlans>['data']>['product'];

function DashboardHead({ product, isPending }: { product: Product | undefined; isPending: boolean }) {
  const { i18n } = useLingui();
  return (
    <div className="flex items-start gap-4">
      {product && <ProductLogo name={product.displayName} logo64={product.logo64} />}
      <PageHeader
        title={product?.displayName ?? i18n._(titles.productDashboard)}
        description={product ? product.description : isPending && <Skeleton className="mt-1.5 w-96 max-w-full" />}
      />
    </div>
  );
}
