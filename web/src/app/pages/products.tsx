import { useLingui } from '@lingui/react';
import { AllProducts } from '../../features/catalog/components/all-products.tsx';
import { useUnsettledProducts } from '../../features/operations/index.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { titles } from '../titles.ts';

export function ProductsPage() {
  const { i18n } = useLingui();
  return (
    <>
      <PageHeader title={i18n._(titles.availableProducts)} />
      <AllProducts unsettled={useUnsettledProducts()} />
    </>
  );
}
