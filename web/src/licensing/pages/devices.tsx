import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { AddDeviceDialog } from '../devices/components/add-device-button.tsx';
import { DeviceTable } from '../devices/components/device-table.tsx';
import { useLicenses } from '../licenses/licenses.api.ts';

const from = '/Billing/HardwareIDs';

/** The account's devices. `?m=a` opens the dialog that adds one, and is removed from the address. */
export function DevicesPage() {
  const { m, ...search } = useSearch({ from });
  const navigate = useNavigate({ from });
  const [isAdding, setIsAdding] = useState<boolean | null>(null);
  const mayAdd = can('devices.manage');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the flag leads to it, not another place in the list
  useEffect(() => {
    if (m !== 'a') return;
    if (mayAdd) setIsAdding(true);
    void navigate({ search: { ...search, m: undefined }, replace: true });
  }, [m]);
  const addButton = mayAdd && (
    <Button {...AddDeviceDialog.warmUp} variant="primary" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" />
      <Trans>Add device</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader actions={addButton} />
      <Card className="overflow-hidden">
        <DeviceTable
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
          products={preloaded().products}
        />
      </Card>
      {isAdding !== null && (
        <PartBoundary onFailure={() => setIsAdding(null)}>
          <AddDialog open={isAdding} onOpenChange={setIsAdding} />
        </PartBoundary>
      )}
    </>
  );
}

const activeLicenses = { status: 1, pageSize: 400, sortField: 'number', order: 'asc' } as const;

/** The dialog with the host-locked licenses to which a device can be added. */
function AddDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { data } = useLicenses(activeLicenses);
  const choices = data?.items
    .filter(({ licenseModel, isExpired }) => licenseModel === 0 && !isExpired)
    .map(({ id, number, subscriptionId, products, hardwareIdQuantity, usedHardwareIdQuantity }) => ({
      id,
      number,
      subscriptionId,
      productId: products[0]?.productId ?? '',
      seats: hardwareIdQuantity,
      productName: products.map(({ name }) => name).join(', '),
      freeSeats: hardwareIdQuantity < 0 ? null : Math.max(0, hardwareIdQuantity - usedHardwareIdQuantity),
    }));
  return <AddDeviceDialog {...props} choices={choices} />;
}
