import { Trans, useLingui } from '@lingui/react/macro';
import type { License, licenseSortFields } from '@portico/contract';
import { KeyRound } from 'lucide-react';
import { useMemo } from 'react';
import { buildUrl } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { tightTable, useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { CsvMenu } from '../../../ui/csv-menu.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../ui/link.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useLicenses } from '../licenses.api.ts';
import {
  Expiry,
  formatProducts,
  LicenseTags,
  SeatsInUse,
  useLicenseModelText,
  useLicenseStatusTexts,
} from './license-text.tsx';

type Search = ListSearch<(typeof licenseSortFields)[number]> & {
  status: License['status'] | undefined;
  productId: string | undefined;
};

interface LicenseTableProps {
  search: Search;
  onSearchChange: (change: Partial<Search>) => void;
  /** The products to filter by. */
  products: readonly { id: string; displayName: string }[];
}

const column = columnsFor<License>();

/** The account's licenses, filtered, sorted and paged by the server. */
export function LicenseTable({ search, onSearchChange, products }: LicenseTableProps) {
  const { t } = useLingui();
  const columns = useLicenseColumns(search.productId);
  const isFiltered = search.status !== undefined || search.productId !== undefined;
  const showAll = () => onSearchChange({ status: undefined, productId: undefined, page: 1 });
  return (
    <>
      <LicenseFilters search={search} onSearchChange={onSearchChange} products={products} />
      <DataTable
        caption={t`Licenses`}
        columns={columns}
        query={useLicenses(search)}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The licenses could not be loaded</Trans>}
        empty={isFiltered ? <NoMatch onShowAll={showAll} /> : <NoLicenses />}
      />
    </>
  );
}

function LicenseFilters({ search, onSearchChange, products }: LicenseTableProps) {
  const { t } = useLingui();
  const statuses = Object.entries(useLicenseStatusTexts()).map(([value, label]) => ({ value, label }));
  const { status, productId } = search;
  // The address may have a product that is not sold any more.
  const isKnown = productId === undefined || products.some(({ id }) => id === productId);
  const others = isKnown ? [] : [{ value: productId, label: productId }];
  return (
    <div className="flex flex-wrap items-center gap-2 p-4">
      <NativeSelect
        aria-label={t`Status`}
        className="h-9 w-44 max-sm:w-full max-sm:flex-1"
        value={String(status ?? '')}
        onChange={(value) =>
          onSearchChange({ status: value ? (Number(value) as License['status']) : undefined, page: 1 })
        }
        options={[{ value: '', label: t`All statuses` }, ...statuses]}
      />
      <NativeSelect
        aria-label={t`Product`}
        className="h-9 w-56 max-sm:order-last max-sm:w-full"
        value={productId ?? ''}
        onChange={(value) => onSearchChange({ productId: value || undefined, page: 1 })}
        options={[
          { value: '', label: t`All products` },
          ...products.map(({ id, displayName }) => ({ value: id, label: displayName })),
          ...others,
        ]}
      />
      <span className="ml-auto">
        <CsvMenu href={buildUrl('/Reports/LicensesReport', {}, { ...search, format: 'csv' })} />
      </span>
    </div>
  );
}

/** On narrow screens the license model and the day of the order are omitted. */
function useLicenseColumns(productId: string | undefined) {
  const { t } = useLingui();
  const { date } = useFormat();
  const modelText = useLicenseModelText();
  const isTight = useMedia(tightTable);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(() => {
    const model = column.display({
      id: 'licenseModel',
      header: t`License model`,
      cell: ({ row: { original } }) => <span className="text-muted">{modelText(original.licenseModel)}</span>,
      meta: { card: 'none', skeleton: 'w-20' },
    });
    const ordered = column.accessor('orderDate', {
      id: 'created',
      header: t`Ordered`,
      cell: ({ getValue }) => <span className="whitespace-nowrap text-muted">{date(getValue())}</span>,
      meta: { card: 'none', skeleton: 'w-24' },
    });
    return column.columns([
      column.accessor('number', {
        header: t`Number`,
        cell: ({ row }) => <NumberAndProducts license={row.original} productId={productId} />,
        meta: { card: 'title', skeleton: 'w-40 h-9' },
      }),
      column.accessor('status', {
        header: t`Status`,
        cell: ({ row }) => <LicenseTags license={row.original} />,
        meta: { card: 'status', skeleton: 'w-16' },
      }),
      ...(isTight ? [] : [model]),
      column.display({
        id: 'places',
        header: t`Seats in use`,
        cell: ({ row }) => <SeatsInUse license={row.original} />,
        meta: { skeleton: 'w-16' },
      }),
      column.accessor('expirationDate', {
        header: t({ message: 'Expires', context: 'license' }),
        cell: ({ row }) => <Expiry license={row.original} withDistance />,
        meta: { card: 'date', skeleton: 'w-28' },
      }),
      ...(isTight ? [] : [ordered]),
    ]);
  }, [t, isTight, productId]);
}

function NumberAndProducts({ license, productId }: { license: License; productId: string | undefined }) {
  return (
    <>
      <TextLink
        to="/Billing/Licenses/$id"
        params={{ id: String(license.id) }}
        search={productId ? { productId } : {}}
        className="tabular-nums"
      >
        {license.number}
      </TextLink>
      <span className="block text-sm font-normal whitespace-normal text-muted wrap-anywhere">
        {formatProducts(license)}
        {license.planName && ` · ${license.planName}`}
      </span>
    </>
  );
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={KeyRound}
      title={<Trans>No license matches these filters</Trans>}
      action={
        <Button onClick={onShowAll}>
          <Trans>Show all licenses</Trans>
        </Button>
      }
    />
  );
}

function NoLicenses() {
  return (
    <EmptyState
      icon={KeyRound}
      title={<Trans>No license yet</Trans>}
      description={<Trans>A license comes with each licensed product that you buy.</Trans>}
      action={
        <ButtonLink to="/products" variant={can('purchase.buy') ? 'primary' : 'secondary'}>
          <Trans>See the products</Trans>
        </ButtonLink>
      }
    />
  );
}
