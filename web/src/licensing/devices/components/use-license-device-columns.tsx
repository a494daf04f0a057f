import { useLingui } from '@lingui/react/macro';
import type { LicenseDevice } from '@portico/contract';
import { useMemo } from 'react';
import { can } from '../../../lib/permissions.ts';
import { tightTable, useMedia } from '../../../lib/use-media.ts';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader } from '../../../ui/data-table/data-table.tsx';
import { Day } from '../../../ui/moment.tsx';
import { isReleased } from '../device-rules.ts';
import { DeviceActions } from './device-actions.tsx';
import { DeviceStatusTag, HardwareId, LastActivity, NameAndComment } from './device-text.tsx';

const column = columnsFor<LicenseDevice>();

/** On narrow screens the version and the day of assignment are omitted. */
export function useLicenseDeviceColumns(productName: string | undefined) {
  const { t } = useLingui();
  const isTight = useMedia(tightTable);
  return useMemo(() => {
    const version = column.display({
      id: 'version',
      header: t`Version`,
      cell: ({ row }) => <span className="tabular-nums">{reportedVersion(row.original, productName) ?? '–'}</span>,
      meta: { card: 'none', skeleton: 'w-10' },
    });
    const assigned = column.accessor('assigned', {
      header: t`Assigned`,
      cell: ({ getValue }) => <Day at={getValue()} className="text-muted" />,
      meta: { card: 'none', skeleton: 'w-20' },
    });
    const actions = column.display({
      id: 'actions',
      header: ActionsHeader,
      cell: ({ row: { original } }) => (isReleased(original.status) ? null : <DeviceActions device={original} />),
      meta: { align: 'end', card: 'actions', className: 'w-14', skeleton: 'w-8' },
    });
    return column.columns([
      column.accessor('name', {
        header: t`Device`,
        cell: ({ row }) => <NameAndComment device={row.original} className="text-ink" />,
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
      ...(isTight ? [] : [version]),
      column.accessor('lastActivity', {
        header: t`Last activity`,
        cell: ({ getValue }) => <LastActivity at={getValue()} />,
        meta: { card: 'date', skeleton: 'w-20' },
      }),
      ...(isTight ? [] : [assigned]),
      ...(can('devices.manage') || can('devices.block') ? [actions] : []),
    ]);
  }, [t, isTight, productName]);
}

/** The version of the selected product; of any product if it was not reported. */
function reportedVersion({ productUsage }: LicenseDevice, productName: string | undefined): string | undefined {
  return (productUsage.find(({ name }) => name === productName) ?? productUsage[0])?.version;
}
