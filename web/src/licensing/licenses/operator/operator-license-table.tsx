import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorLicense } from '@portico/contract';
import { KeyRound } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { Expiry, LicenseTags, SeatsInUse } from '../components/license-text.tsx';
import { NumberAndAccount, ProductAndPlan, ReleasesLeft } from './license-cells.tsx';
import { useOperatorLicenses } from './operator-licenses.ts';

const GrantReleasesDialog = lazyPart(() =>
  import('./grant-releases-dialog.tsx').then((module) => module.GrantReleasesDialog),
);

type Search = FilteredListSearch<'created'>;

interface OperatorLicenseTableProps {
  search: Search;
  onSearchChange: (change: Partial<Search>) => void;
}

const column = columnsFor<OperatorLicense>();

/** The licenses of all accounts, filtered and paged by the server (LCN-14). */
export function OperatorLicenseTable({ search, onSearchChange }: OperatorLicenseTableProps) {
  const { t } = useLingui();
  const [granted, setGranted] = useState<OperatorLicense>();
  const [isOpen, setIsOpen] = useState(false);
  const reasonId = useId();
  const mayGrant = can('operator.manageOrders');
  const columns = useOperatorLicenseColumns(mayGrant ? null : reasonId, (license) => {
    setGranted(license);
    setIsOpen(true);
  });
  const { page, pageSize, textFilter } = search;
  return (
    <>
      <TextFilter
        label={t`License, serial number or account`}
        text={textFilter}
        onChange={(text) => onSearchChange({ textFilter: text, page: 1 })}
      />
      {!mayGrant && (
        <div id={reasonId} className="border-b border-line p-4">
          <Alert tone="info">
            <Trans>You are a read-only user and cannot grant releases.</Trans>
          </Alert>
        </div>
      )}
      <DataTable
        caption={t`Licenses of all accounts, the newest first`}
        columns={columns}
        query={useOperatorLicenses({ page, pageSize, textFilter })}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The licenses could not be loaded</Trans>}
        empty={
          textFilter === '' ? <NoLicenses /> : <NoMatch onShowAll={() => onSearchChange({ textFilter: '', page: 1 })} />
        }
      />
      <PartBoundary onFailure={() => setGranted(undefined)}>
        {granted && <GrantReleasesDialog key={granted.id} license={granted} open={isOpen} onOpenChange={setIsOpen} />}
      </PartBoundary>
    </>
  );
}

/** @param reasonId the id of the text that explains why releases cannot be granted; null if they can */
function useOperatorLicenseColumns(reasonId: string | null, onGrant: (license: OperatorLicense) => void) {
  const { t } = useLingui();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onGrant` only sets state
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'number',
          header: t`Number`,
          cell: ({ row }) => <NumberAndAccount license={row.original} />,
          meta: { card: 'title', skeleton: 'w-36 h-9' },
        }),
        column.display({
          id: 'product',
          header: t`Product`,
          cell: ({ row }) => <ProductAndPlan license={row.original} />,
          meta: { skeleton: 'w-28 h-9' },
        }),
        column.display({
          id: 'status',
          header: t`Status`,
          cell: ({ row }) => <LicenseTags license={row.original} />,
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'places',
          header: t`Seats in use`,
          cell: ({ row }) => <SeatsInUse license={row.original} />,
          meta: { skeleton: 'w-16' },
        }),
        column.display({
          id: 'releases',
          header: t`Releases left`,
          cell: ({ row }) => <ReleasesLeft license={row.original} />,
          meta: { skeleton: 'w-16' },
        }),
        column.display({
          id: 'expirationDate',
          header: t({ message: 'Expires', context: 'license' }),
          cell: ({ row }) => <Expiry license={row.original} />,
          meta: { card: 'date', skeleton: 'w-24' },
        }),
        column.display({
          id: 'actions',
          header: ActionsHeader,
          cell: ({ row }) => <GrantButton license={row.original} reasonId={reasonId} onGrant={onGrant} />,
          meta: { align: 'end', skeleton: 'w-28' },
        }),
      ]),
    [t, reasonId],
  );
}

interface GrantButtonProps {
  license: OperatorLicense;
  reasonId: string | null;
  onGrant: (license: OperatorLicense) => void;
}

/** Devices of floating licenses are not released, so no releases are granted for them. */
function GrantButton({ license, reasonId, onGrant }: GrantButtonProps) {
  const { t } = useLingui();
  const { number, licenseModel } = license;
  if (licenseModel === 1) return null;
  return (
    <Button
      {...GrantReleasesDialog.warmUp}
      size="sm"
      aria-label={t`Grant releases to ${number}`}
      aria-haspopup="dialog"
      aria-describedby={reasonId ?? undefined}
      locked={reasonId !== null}
      className="max-sm:mt-1 max-sm:w-full"
      onClick={() => onGrant(license)}
    >
      <Trans>Grant releases</Trans>
    </Button>
  );
}

function NoLicenses() {
  return <EmptyState icon={KeyRound} title={<Trans>No license yet</Trans>} />;
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={KeyRound}
      title={<Trans>No license matches</Trans>}
      action={
        <Button onClick={onShowAll}>
          <Trans>Show all licenses</Trans>
        </Button>
      }
    />
  );
}
