import type { LicenseDetails as License } from '@portico/contract';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ProductTabs } from '../../catalog/pages/product/tabs.tsx';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { useReportProduct } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LoadingCard } from '../../ui/query-view.tsx';
import { AddDeviceButton } from '../devices/components/add-device-button.tsx';
import { UsageCard } from '../devices/components/usage-card.tsx';
import { useLicenseDevices } from '../devices/devices.api.ts';
import { LicenseDetails } from '../licenses/components/license-details.tsx';
import { OfflineButton } from '../offline-requests/components/offline-button.tsx';
import { DeviceNamesHint } from './device-names-hint.tsx';

const LicenseDevicesCard = lazyPart(() =>
  import('../devices/components/license-devices-card.tsx').then((module) => module.LicenseDevicesCard),
);

const from = '/Billing/Licenses/$id';

/** One license with its devices. */
export function LicensePage() {
  const title = usePageTitle();
  const { id } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  usePreload(LicenseDevicesCard);
  // The first device without a seat gets the next free one.
  const exceeded = useLicenseDevices(Number(id), { status: 1, pageSize: 1, sortField: 'assigned', order: 'asc' });
  const nextName = exceeded.data?.items[0]?.name;
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...next }, resetScroll: false, replace: true });
  // A device without a network may release its seat even if none is left.
  const addDevice = (license: License, reasonId: string | null) =>
    can('devices.manage') && (
      <>
        {license.status === 1 && !license.isExpired && (
          <OfflineButton
            licenseId={license.id}
            product={license.products.map(({ name }) => name).join(', ')}
            className="max-sm:flex-1"
          />
        )}
        <AddDeviceButton licenseId={license.id} reasonId={reasonId} className="max-sm:flex-1" />
      </>
    );
  return (
    <LicenseDetails
      id={Number(id)}
      title={title}
      productId={search.productId}
      onProductChange={(productId) => change({ productId })}
      exceededName={nextName}
      renderAddDevice={addDevice}
      renderTabs={(license) => <LicenseTabs license={license} productId={search.productId} />}
      renderDevices={(license, product) => (
        <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
          <LicenseDevicesCard
            license={license}
            productName={product?.name}
            nextName={nextName}
            namesHint={can('accountSettings.view') && <DeviceNamesHint />}
            search={search}
            onSearchChange={change}
          />
        </Suspense>
      )}
      renderUsage={(license) => <UsageCard licenseId={license.id} seats={license.hardwareIdQuantity} />}
    />
  );
}

/** The tabs of the license's product, or of the selected one. */
function LicenseTabs({ license, productId }: { license: License | undefined; productId: string | undefined }) {
  const products = license?.products ?? [];
  const chosen = products.find((product) => product.productId === productId) ?? products[0];
  const shown = chosen?.productId ?? productId;
  useReportProduct(shown);
  return <ProductTabs productId={shown} current="license" />;
}
