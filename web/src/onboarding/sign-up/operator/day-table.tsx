import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type FunnelDay, type FunnelSearch, type FunnelStep, useFunnel } from './funnel.ts';
import { useStepWords } from './step-words.ts';

interface DayTableProps {
  search: FunnelSearch;
  onSearchChange: (change: Partial<FunnelSearch>) => void;
}

const column = columnsFor<FunnelDay>();

/** The steps that have a column. The downloaded file and a day's chart have all steps. */
const shownSteps = ['mainInfo', 'plans', 'checkout', 'submitted', 'registered'] as const satisfies FunnelStep[];

/** The days on which sign-ups were started, the latest first (SIGN-25), each linked to its chart. */
export function DayTable({ search, onSearchChange }: DayTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      caption={t`Sign-ups by day, the latest first`}
      columns={useDayColumns(search)}
      query={useFunnel(search)}
      rowId={({ day }) => day}
      search={search}
      onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
      errorTitle={<Trans>The sign-ups could not be loaded</Trans>}
      empty={<EmptyState title={<Trans>Nobody began on these days</Trans>} />}
      offersSortSelect={false}
    />
  );
}

function useDayColumns({ companyId, productId }: FunnelSearch) {
  const { t } = useLingui();
  const words = useStepWords();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'date',
          header: t`Day`,
          cell: ({ row }) => <Day day={row.original.day} companyId={companyId} productId={productId} />,
          meta: { card: 'title', skeleton: 'w-24' },
        }),
        column.display({
          id: 'email',
          header: t({ message: 'Began', comment: 'Heads a column: how many people began to sign up' }),
          cell: ({ row }) => <Count count={row.original.steps.email} />,
          meta: { align: 'end', skeleton: 'w-8' },
        }),
        ...shownSteps.map((step) =>
          column.display({
            id: step,
            header: words[step],
            cell: ({ row }) => <Count count={row.original.steps[step]} />,
            meta: { align: 'end', skeleton: 'w-8', isSecondary: step === 'mainInfo' },
          }),
        ),
      ]),
    [t, words, companyId, productId],
  );
}

/** Days are in UTC, whatever the user's time zone. */
function Day({ day, companyId, productId }: { day: string } & Pick<FunnelSearch, 'companyId' | 'productId'>) {
  const { date } = useFormat();
  return (
    <Link
      to="/Operator/SignUps"
      search={{ from: day, to: day, companyId, productId }}
      className="font-medium whitespace-nowrap text-ink underline-offset-4 hover:underline"
    >
      {date(new Date(`${day}T12:00`))}
    </Link>
  );
}

function Count({ count }: { count: number }) {
  const { number } = useFormat();
  return <span className={count === 0 ? 'text-muted' : undefined}>{number(count)}</span>;
}
