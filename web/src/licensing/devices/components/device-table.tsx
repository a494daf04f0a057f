import { Trans, useLingui } from '@lingui/react/macro';
import type { Device, DeviceStatus } from '@portico/contract';
import { MonitorSmartphone } from 'lucide-react';
import { useMemo } from 'react';
import { buildUrl } from '../../../lib/api.ts';
import { can } from '../../../lib/permissions.ts';
import { tightTable, useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { CsvMenu } from '../../../ui/csv-menu.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { useDevices } from '../devices.api.ts';
import { DeviceStatusTag, HardwareId, LastActivity, NameAndComment } from './device-text.tsx';
import { StatusFilter } from './status-filter.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search of the device list that the user came from. */
    deviceSearch?: DeviceSearch;
  }
}

export type DeviceSearch = FilteredListSearch<'assigned' | 'name' | 'status' | 'lastActivity' | 'updated'> & {
  status: DeviceStatus | undefined;
  productId: string | undefined;
};

interface DeviceTableProps {
  search: DeviceSearch;
  onSearchChange: (change: Partial<DeviceSearch>) => void;
  /** The products to filter by. */
  products: readonly { id: string; displayName: string }[];
}

const column = columnsFor<Device>();

/** The account's devices, filtered, sorted and paged by the server. */
export function DeviceTable(props: DeviceTableProps) {
  const { search, onSearchChange } = props;
  const { t } = useLingui();
  const isFiltered = search.textFilter !== '' || search.status !== undefined || search.productId !== undefined;
  const showAll = () => onSearchChange({ textFilter: '', status: undefined, productId: undefined, page: 1 });
  return (
    <>
      <DeviceFilters {...props} />
      <DataTable
        caption={t`Hardware IDs`}
        columns={useDeviceColumns(search)}
        query={useDevices(search)}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The devices could not be loaded</Trans>}
        empty={
          isFiltered ? (
            <EmptyState
              icon={MonitorSmartphone}
              title={<Trans>No device matches these filters</Trans>}
              action={
                <Button onClick={showAll}>
                  <Trans>Show all devices</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={MonitorSmartphone}
              title={<Trans>No device yet</Trans>}
              description={<Trans>Each device that uses a license has a hardware ID here.</Trans>}
              action={
                can('devices.manage') && (
                  <ButtonLink to="/Billing/HardwareIDs" search={{ m: 'a' }}>
                    <Trans>Add device</Trans>
                  </ButtonLink>
                )
              }
            />
          )
        }
      />
    </>
  );
}

function DeviceFilters({ search, onSearchChange, products }: DeviceTableProps) {
  const { t } = useLingui();
  const { productId } = search;
  const isKnown = productId === undefined || products.some(({ id }) => id === productId);
  const { page: _page, pageSize: _pageSize, ...filters } = search;
  return (
    <div className="flex flex-wrap items-center gap-2 p-4">
      <TextFilter
        className="w-full sm:w-80"
        label={t`Name, hardware ID or comment`}
        text={search.textFilter}
        onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
      />
      <StatusFilter status={search.status} onChange={(status) => onSearchChange({ status, page: 1 })} />
      <NativeSelect
        aria-label={t`Product`}
        className="h-9 w-48 max-sm:order-last max-sm:w-full"
        value={productId ?? ''}
        onChange={(value) => onSearchChange({ productId: value || undefined, page: 1 })}
        options={[
          { value: '', label: t`All products` },
          ...products.map(({ id, displayName }) => ({ value: id, label: displayName })),
          ...(isKnown ? [] : [{ value: productId, label: productId }]),
        ]}
      />
      <span className="ml-auto">
        <CsvMenu href={buildUrl('/Reports/HardwareIdsReport', {}, { ...filters, format: 'csv' })} />
      </span>
    </div>
  );
}

/** On narrow screens the license and the days are omitted. */
function useDeviceColumns(search: DeviceSearch) {
  const { t } = useLingui();
  const isTight = useMedia(tightTable);
  return useMemo(() => {
    const day = (id: 'assigned' | 'updated', header: string) =>
      column.accessor(id, {
        header,
        cell: ({ getValue }) => <Day at={getValue()} className="text-muted" />,
        meta: { card: 'none', isSecondary: id === 'updated', skeleton: 'w-20' },
      });
    const product = column.display({
      id: 'product',
      header: t`License`,
      cell: ({ row }) => <ProductAndLicense device={row.original} />,
      meta: { skeleton: 'w-32 h-9' },
    });
    return column.columns([
      column.accessor('name', {
        header: t`Device`,
        cell: ({ row }) => <NameAndComment device={row.original} state={{ deviceSearch: search }} />,
        meta: { card: 'title', skeleton: 'w-32 h-9' },
      }),
      column.display({
        id: 'hardwareId',
        header: t`Hardware ID`,
        cell: ({ row }) => <HardwareId value={row.original.hardwareId} />,
        meta: { card: 'status', skeleton: 'w-28' },
      }),
      column.accessor('status', {
        header: t`Status`,
        cell: ({ getValue }) => <DeviceStatusTag status={getValue()} />,
        meta: { card: 'amount', skeleton: 'w-16' },
      }),
      ...(isTight ? [] : [product]),
      column.accessor('lastActivity', {
        header: t`Last activity`,
        cell: ({ getValue }) => <LastActivity at={getValue()} />,
        meta: { card: 'date', skeleton: 'w-20' },
      }),
      ...(isTight ? [] : [day('assigned', t`Assigned`), day('updated', t`Updated`)]),
    ]);
  }, [t, isTight, search]);
}

function ProductAndLicense({ device: { licenseId, licenseNumber, productName } }: { device: Device }) {
  return (
    <span className="block max-sm:text-right">
      {productName}
      <TextLink
        to="/Billing/Licenses/$id"
        params={{ id: String(licenseId) }}
        className="block text-sm font-normal tabular-nums"
      >
        {licenseNumber}
      </TextLink>
    </span>
  );
}
