import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { DeviceStatus, LicenseDetails, LicenseDevice } from '@portico/contract';
import { History, ListFilter, MonitorSmartphone } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { buildUrl } from '../../../lib/api.ts';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CsvMenu } from '../../../ui/csv-menu.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { useLicenseDevices } from '../devices.api.ts';
import { AddDeviceButton } from './add-device-button.tsx';
import { actionsId, DeviceRows } from './device-actions.tsx';
import { StatusFilter } from './status-filter.tsx';
import { useLicenseDeviceColumns } from './use-license-device-columns.tsx';

const HistoryDialog = lazyPart(() => import('./history-dialog.tsx').then((module) => module.HistoryDialog));
const BlockDialog = lazyPart(() => import('./block-dialog.tsx').then((module) => module.BlockDialog));
const ReleaseOrReplace = lazyPart(() => import('./release-or-replace.tsx').then((module) => module.ReleaseOrReplace));

export type LicenseDeviceSearch = FilteredListSearch<'assigned' | 'name' | 'status' | 'lastActivity'> & {
  status: DeviceStatus | undefined;
  productId: string | undefined;
};

interface LicenseDevicesCardProps {
  license: LicenseDetails;
  /** The product whose version is shown. */
  productName: string | undefined;
  /** The device that gets the next freed seat. */
  nextName: string | undefined;
  /** Why a device has no name except its hardware ID. Shown if the list contains such a device. */
  namesHint?: ReactNode;
  search: LicenseDeviceSearch;
  onSearchChange: (change: Partial<LicenseDeviceSearch>) => void;
}

interface Blocked {
  device: LicenseDevice;
  isOpen: boolean;
}

/** The devices of a license, filtered, sorted and paged by the server. A device is released or replaced in its row. */
export function LicenseDevicesCard(props: LicenseDevicesCardProps) {
  const { license, namesHint, search } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [blocked, setBlocked] = useState<Blocked | null>(null);
  const { productId: _, ...query } = search;
  const devices = useLicenseDevices(license.id, query);
  return (
    <Card className="overflow-hidden">
      <DevicesHead
        {...props}
        headingRef={heading}
        total={devices.data?.total}
        sessions={devices.data?.activeSessions}
      />
      <DevicesTable {...props} devices={devices} headingRef={heading} onBlock={setBlocked} />
      {devices.data?.items.some(isNameless) && namesHint}
      {blocked && (
        <PartBoundary onFailure={() => setBlocked(null)}>
          <BlockDialog
            key={`${blocked.device.id} ${blocked.device.status}`}
            device={blocked.device}
            open={blocked.isOpen}
            onOpenChange={(isOpen) => setBlocked({ ...blocked, isOpen })}
          />
        </PartBoundary>
      )}
    </Card>
  );
}

type DevicesTableProps = LicenseDevicesCardProps & {
  devices: ReturnType<typeof useLicenseDevices>;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onBlock: (blocked: Blocked) => void;
};

function DevicesTable(props: DevicesTableProps) {
  const { license, productName, nextName, search, onSearchChange, devices, headingRef, onBlock } = props;
  const { t } = useLingui();
  const [openId, setOpenId] = useState<number | null>(null);
  const columns = useLicenseDeviceColumns(productName);
  const rows = useMemo(
    () => ({ openId, open: setOpenId, block: (device: LicenseDevice) => onBlock({ device, isOpen: true }) }),
    [openId, onBlock],
  );
  const close = (id: number) => {
    setOpenId(null);
    document.getElementById(actionsId(id))?.focus();
  };
  const isFiltered = search.textFilter !== '' || search.status !== undefined;
  return (
    <DeviceRows value={rows}>
      <DataTable
        caption={t`Devices`}
        columns={columns}
        query={devices}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        offersSortSelect={false}
        errorTitle={<Trans>The devices could not be loaded</Trans>}
        empty={
          isFiltered ? (
            <NoMatch onShowAll={() => onSearchChange({ textFilter: '', status: undefined, page: 1 })} />
          ) : (
            <NoDevices license={license} />
          )
        }
        renderOpened={(device) =>
          device.id === openId && (
            <PartBoundary onFailure={() => setOpenId(null)}>
              <ReleaseOrReplace
                device={device}
                releases={license.releases}
                nextName={nextName}
                onClose={() => close(device.id)}
                onDone={() => {
                  setOpenId(null);
                  headingRef.current?.focus();
                }}
              />
            </PartBoundary>
          )
        }
      />
    </DeviceRows>
  );
}

/** Whether a device has no name except its hardware ID (DEV-12). */
const isNameless = ({ name, hardwareId }: LicenseDevice) => hardwareId.startsWith(name);

type DevicesHeadProps = LicenseDevicesCardProps & {
  headingRef: RefObject<HTMLHeadingElement | null>;
  total: number | undefined;
  sessions: number | undefined;
};

/** Title, filters, history and CSV. On a phone a button opens the filters. */
function DevicesHead({ license, search, onSearchChange, headingRef, total, sessions }: DevicesHeadProps) {
  const { t } = useLingui();
  const { number } = useFormat();
  const [areFiltersOpen, setAreFiltersOpen] = useState(search.textFilter !== '' || search.status !== undefined);
  const { id } = license;
  const { page: _page, pageSize: _pageSize, productId: _productId, ...filters } = search;
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3.5">
      <h2 ref={headingRef} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
        <Trans>Devices</Trans>
        {total !== undefined && <span className="ml-2 font-normal tabular-nums text-muted">{number(total)}</span>}
      </h2>
      {sessions !== undefined && (
        <span className="text-sm text-muted">
          <Plural value={sessions} _0="no active session" one="# active session" other="# active sessions" />
        </span>
      )}
      <IconButton
        label={t`Filters`}
        aria-expanded={areFiltersOpen}
        className="ml-auto sm:hidden"
        onClick={() => setAreFiltersOpen(!areFiltersOpen)}
      >
        <ListFilter aria-hidden="true" />
      </IconButton>
      <div
        className={cn('flex flex-wrap items-center gap-2 sm:ml-auto max-sm:w-full', !areFiltersOpen && 'max-sm:hidden')}
      >
        <TextFilter
          className="w-full sm:w-72"
          label={t`Name or hardware ID`}
          text={search.textFilter}
          onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
        />
        <StatusFilter status={search.status} onChange={(status) => onSearchChange({ status, page: 1 })} />
        <HistoryButton licenseId={id} />
        <CsvMenu href={buildUrl('/Reports/HardwareIdsReport', {}, { ...filters, licenseId: id, format: 'csv' })} />
      </div>
    </div>
  );
}

function HistoryButton({ licenseId }: { licenseId: number }) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button {...HistoryDialog.warmUp} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <History aria-hidden="true" />
        <Trans>History</Trans>
      </Button>
      <PartBoundary onFailure={() => setIsOpen(null)}>
        {isOpen !== null && <HistoryDialog source={{ licenseId }} open={isOpen} onOpenChange={setIsOpen} />}
      </PartBoundary>
    </>
  );
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={MonitorSmartphone}
      title={<Trans>No device matches these filters</Trans>}
      action={
        <Button onClick={onShowAll}>
          <Trans>Show all devices</Trans>
        </Button>
      }
    />
  );
}

function NoDevices({ license }: { license: LicenseDetails }) {
  const isHostLocked = license.licenseModel === 0;
  return (
    <EmptyState
      icon={MonitorSmartphone}
      title={<Trans>No device yet</Trans>}
      description={
        isHostLocked ? (
          <Trans>Add the device that is to use this license.</Trans>
        ) : (
          <Trans>Devices of a floating license register by themselves.</Trans>
        )
      }
      action={
        isHostLocked &&
        license.status === 1 &&
        !license.isExpired &&
        can('devices.manage') && <AddDeviceButton licenseId={license.id} reasonId={null} variant="secondary" />
      }
    />
  );
}
