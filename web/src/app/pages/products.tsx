import { useLingui } from '@lingui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { AttentionBanner } from '../../features/attention/index.ts';
import { useProducts } from '../../features/catalog/api/list-products.ts';
import { AllProducts } from '../../features/catalog/components/all-products.tsx';
import { ComparePlans } from '../../features/catalog/components/compare-plans.tsx';
import { useUnsettledProducts } from '../../features/operations/index.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../paths.ts';
import { titles } from '../titles.ts';

/** Everything that is sold, and the plans of one product compared (UI-44). */
export function ProductsPage() {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const products = useProducts();
  const { product } = useSearch({ strict: false });
  const offered = products.data?.items.filter(({ isDisabled }) => !isDisabled) ?? [];
  return (
    <>
      <PageHeader title={i18n._(titles.availableProducts)} />
      <AttentionBanner className="mb-5" />
      <AllProducts products={products} unsettled={useUnsettledProducts()} />
      {offered.length > 0 && (
        <ComparePlans
          products={offered}
          productId={product}
          onChoose={(id) =>
            void navigate({ to: paths.products, search: { product: id }, replace: true, resetScroll: false })
          }
        />
      )}
    </>
  );
}
