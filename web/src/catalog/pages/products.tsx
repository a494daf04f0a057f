import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paths } from '../../app/paths.ts';
import { useUnsettledProducts } from '../../billing/operations/unsettled-operations.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { AttentionBanner } from '../../notices/attention/components/attention-banner.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard } from '../../ui/query-view.tsx';
import { useProducts } from '../catalog.api.ts';
import { AllProducts } from '../components/all-products.tsx';

const ComparePlans = lazyPart(() => import('../components/compare-plans.tsx').then((module) => module.ComparePlans));

/** All products, and a comparison of one product's plans (UI-44). */
export function ProductsPage() {
  const navigate = useNavigate();
  const products = useProducts();
  usePreload(ComparePlans);
  const { product } = useSearch({ strict: false });
  const offered = products.data?.items.filter(({ isDisabled }) => !isDisabled) ?? [];
  return (
    <>
      <PageHeader />
      <AttentionBanner className="mb-5" />
      <AllProducts products={products} unsettled={useUnsettledProducts()} />
      {offered.length > 0 && (
        <Suspense
          fallback={
            <div className="mt-10">
              <LoadingCard skeletonClassName="h-[640px]" />
            </div>
          }
        >
          <ComparePlans
            products={offered}
            productId={product}
            onChoose={(id) =>
              void navigate({ to: paths.products, search: { product: id }, replace: true, resetScroll: false })
            }
          />
        </Suspense>
      )}
    </>
  );
}
