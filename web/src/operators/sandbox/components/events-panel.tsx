import { Trans, useLingui } from '@lingui/react/macro';
import type { SandboxEventSummary } from '@portico/contract';
import { Radio, Send } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useEvents, useRedeliver } from '../sandbox.api.ts';
import type { ChangeSearch, SandboxSearch } from '../search.ts';
import { asList } from './as-list.ts';
import { CursorPager } from './cursor-pager.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { ObjectLink } from './object-link.tsx';

const column = columnsFor<SandboxEventSummary>();

/** Prefixes of event types. */
const families = [
  'charge.*',
  'coupon.*',
  'customer.*',
  'customer.subscription.*',
  'invoice.*',
  'invoice_payment.*',
  'invoiceitem.*',
  'payment_intent.*',
  'payment_method.*',
  'price.*',
  'product.*',
  'promotion_code.*',
  'refund.*',
  'setup_intent.*',
  'test_helpers.test_clock.*',
];

interface PanelProps {
  search: SandboxSearch;
  onSearchChange: ChangeSearch;
}

/** Events with their deliveries, the newest first. */
export function EventsPanel({ search, onSearchChange }: PanelProps) {
  const { t } = useLingui();
  const query = useEvents({
    type: search.type,
    related: search.about,
    delivered: search.undelivered ? 'false' : undefined,
    startingAfter: search.after,
    endingBefore: search.before,
  });
  const isNarrowed = Boolean(search.type ?? search.about ?? search.undelivered);
  const columns = useEventColumns();
  return (
    <Card className="overflow-hidden">
      <EventFilters search={search} onSearchChange={onSearchChange} />
      <DataTable
        caption={t`Events`}
        columns={columns}
        query={asList(query)}
        rowId={(row) => row.id}
        skeletonRows={10}
        errorTitle={<Trans>The events could not be loaded</Trans>}
        empty={
          <EmptyState
            icon={Radio}
            title={isNarrowed ? <Trans>No event like that</Trans> : <Trans>No event yet</Trans>}
            description={<Trans>Every change at the payment provider appears here first.</Trans>}
          />
        }
      />
      <CursorPager page={query.data} search={search} onSearchChange={onSearchChange} />
    </Card>
  );
}

function useEventColumns() {
  const { t } = useLingui();
  const { date } = useFormat();
  const { mutate: redeliver, isPending, variables } = useRedeliver();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.accessor('type', {
          header: t`Event`,
          cell: ({ row: { original } }) => <EventName event={original} />,
          meta: { card: 'title', skeleton: 'w-48' },
        }),
        column.accessor('objectId', {
          header: t`Object`,
          cell: ({ getValue }) => {
            const id = getValue();
            return id ? <ObjectLink id={id} className={cutId} /> : '–';
          },
          meta: { skeleton: 'w-48' },
        }),
        column.accessor('created', {
          header: t`Created`,
          cell: ({ getValue }) => <span className="whitespace-nowrap text-muted">{date(getValue(), 'dateTime')}</span>,
          meta: { card: 'date', skeleton: 'w-32' },
        }),
        column.accessor('deliveries', {
          header: t`Deliveries`,
          cell: ({ getValue }) => <DeliveryStatus deliveries={getValue()} />,
          meta: { card: 'status', skeleton: 'w-24' },
        }),
        column.display({
          id: 'actions',
          header: ActionsHeader,
          cell: ({ row: { original } }) => {
            const { id, type, deliveries } = original;
            if (deliveries.length === 0) return null;
            return (
              <IconButton
                size="sm"
                label={t`Deliver again: ${type}`}
                disabled={isPending && variables === id}
                onClick={() => redeliver(id)}
              >
                <Send aria-hidden="true" />
              </IconButton>
            );
          },
          meta: { align: 'end', card: 'actions', skeleton: 'w-8' },
        }),
      ]),
    [t, isPending, variables, redeliver],
  );
}

/** Filters by type, by delivery, and by the object in the address. A changed filter starts at the first page. */
function EventFilters({ search, onSearchChange }: PanelProps) {
  const { t } = useLingui();
  const narrow = (change: SandboxSearch) => onSearchChange({ after: undefined, before: undefined, ...change });
  const types = [...new Set([...families, ...(search.type ? [search.type] : [])])].sort();
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3 px-4 py-3">
      <Field label={<Trans>Type</Trans>} className="w-72 max-w-full">
        {(control) => (
          <NativeSelect
            {...control}
            className="h-9"
            value={search.type ?? ''}
            options={[{ value: '', label: t`All events` }, ...types.map((value) => ({ value, label: value }))]}
            onChange={(type) => narrow({ type: type || undefined })}
          />
        )}
      </Field>
      <Checkbox
        className="mb-2"
        label={<Trans>Only what was not delivered</Trans>}
        checked={search.undelivered === 'true'}
        onChange={(event) => narrow({ undelivered: event.target.checked ? 'true' : undefined })}
      />
      {search.about && (
        <p className="mb-2 flex flex-wrap items-center gap-2">
          <Trans>About</Trans> <ObjectLink id={search.about} />
          <Button size="sm" variant="quiet" onClick={() => narrow({ about: undefined })}>
            <Trans comment="Takes a filter away">All objects</Trans>
          </Button>
        </p>
      )}
    </div>
  );
}

/** Truncates an id in a table. */
const cutId = 'text-[13px] max-sm:break-all sm:block sm:max-w-44 sm:truncate';

function EventName({ event }: { event: SandboxEventSummary }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium max-sm:wrap-anywhere sm:truncate" title={event.type}>
        {event.type}
      </span>
      <span className="text-xs font-normal text-muted sm:truncate">
        <ObjectLink id={event.id} className="text-xs max-sm:break-all" />
        {!event.isFromRequest && (
          <>
            {' · '}
            <Trans comment="An event that no call caused: a renewal, a retry">by itself</Trans>
          </>
        )}
      </span>
    </span>
  );
}
