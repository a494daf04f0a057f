import { useLingui } from '@lingui/react';
import { MyProducts } from '../../features/catalog/components/my-products.tsx';
import { useSingleLicenses } from '../../features/licenses/api/list-single-licenses.ts';
import { useUnsettledProducts } from '../../features/operations/index.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { titles } from '../titles.ts';

export function HomePage() {
  const { i18n } = useLingui();
  return (
    <>
      <PageHeader title={i18n._(titles.myProducts)} />
      <MyProducts unsettled={useUnsettledProducts()} licenses={useSingleLicenses()} />
    </>
  );
}
