import { useProducts } from '../../../catalog/catalog.api.ts';
import { useLogoColors } from '../../../lib/logo-colors.ts';
import { ActivityCard } from '../../billing-overviews/components/activity-card.tsx';
import { SpendingByProduct } from '../../billing-overviews/components/spending-by-product.tsx';
import { SpendingCard } from '../../billing-overviews/components/spending-card.tsx';
import { KnownLogo } from './known-logo.tsx';

/** Spending by month and by product, and the latest activity. */
export function Spending() {
  const products = useProducts();
  const known = useLogoColors(products.data?.items);
  // Without the catalog, the theme's own colors are used.
  const colors = products.error ? new Map<string, string>() : known;
  return (
    <>
      <SpendingCard colors={colors} />
      <SpendingByProduct
        colors={colors}
        renderLogo={(productId, name) => <KnownLogo productId={productId} name={name} size="sm" />}
      />
      <ActivityCard />
    </>
  );
}
