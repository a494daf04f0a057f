import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LicenseCheck } from '@portico/contract';
import { useMemo, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';

type Difference = LicenseCheck['differences'][number];

const column = columnsFor<Difference & { index: number }>();
/** Differences shown before all are requested. */
const shownAtFirst = 10;

/**
 * The differences that a comparison found: account, license and columns. The server stores only the first
 * differences.
 */
export function DifferenceList({ check }: { check: LicenseCheck }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const [showsAll, setShowsAll] = useState(false);
  const columns = useDifferenceColumns();
  const { differences, different } = check;
  const rows = useMemo(() => differences.map((difference, index) => ({ ...difference, index })), [differences]);
  const shown = showsAll ? rows : rows.slice(0, shownAtFirst);
  const kept = rows.length;
  const begun = date(check.began, 'dateTime');
  return (
    <section className="border-t border-line">
      <div className="px-5 py-4">
        <h3 className="font-semibold">
          <Trans>What differed on {begun}</Trans>
        </h3>
        {different > kept && (
          <p className="mt-0.5 text-muted">
            <Plural value={kept} one="The first one is kept." other="The first # are kept." />
          </p>
        )}
      </div>
      <DataTable
        caption={t`Differences`}
        columns={columns}
        query={{
          data: { items: shown, total: kept, totalPages: 1 },
          error: null,
          isPending: false,
          isFetching: false,
          isPlaceholderData: false,
          refetch: async () => ({}) as never,
        }}
        rowId={(row) => String(row.index)}
      />
      {kept > shown.length && (
        <div className="border-t border-line px-5 py-3">
          <Button size="sm" onClick={() => setShowsAll(true)}>
            <Trans>Show all {kept}</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

function useDifferenceColumns() {
  const { t } = useLingui();
  const text = useDifferenceText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'account',
          header: t`Account`,
          cell: ({ row: { original } }) => original.accountName || t`Account ${original.accountId}`,
          meta: { card: 'title' },
        }),
        column.display({
          id: 'license',
          header: t`License`,
          cell: ({ row: { original } }) => original.licenseNumber ?? '–',
        }),
        column.display({ id: 'order', header: t`Order`, cell: ({ row: { original } }) => original.orderNumber ?? '–' }),
        column.display({
          id: 'what',
          header: t`What differed`,
          cell: ({ row: { original } }) => (
            <span className="text-muted max-sm:text-right">{original.what.map(text).join(', ')}</span>
          ),
        }),
      ]),
    [t],
  );
}

/** Returns the name of a missing object; differing columns keep the server's names. */
function useDifferenceText(): (name: string) => string {
  const { t } = useLingui();
  const words: Record<string, string> = {
    order: t`order was missing`,
    license: t`license was missing`,
    subscription: t`subscription is gone`,
  };
  return (name) => words[name] ?? name;
}
