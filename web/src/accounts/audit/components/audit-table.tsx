import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditEvent, AuditUser } from '@portico/contract';
import { ChevronDown, History } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { ControlProps } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useAuditLog } from '../audit.api.ts';
import { type AuditSearch, isFiltered, noFilters } from '../model/filters.ts';
import { AuditFilters } from './audit-filters.tsx';
import { EventDetails } from './event-details.tsx';

interface AuditTableProps {
  search: AuditSearch;
  onSearchChange: (change: Partial<AuditSearch>) => void;
  renderUserPicker: (control: ControlProps) => ReactNode;
  /** Links to the subject of an event; null if the subject has no page. */
  renderFact: (fact: AuditEvent['facts'][number]) => ReactNode;
}

const column = columnsFor<AuditEvent>();
const detailsId = (id: number) => `event-${id}`;

/** The events of the account, the newest first. A row expands to the changed values. */
export function AuditTable({ search, onSearchChange, renderUserPicker, renderFact }: AuditTableProps) {
  const { t } = useLingui();
  const { number } = useFormat();
  const [openId, setOpenId] = useState<number | null>(null);
  const columns = useAuditColumns(openId, setOpenId);
  const query = useAuditLog(search);
  const listed = number(query.data?.total ?? 0);
  const clear = () => onSearchChange({ ...noFilters, page: 1 });
  return (
    <>
      <AuditFilters
        search={search}
        onChange={(filters) => onSearchChange({ ...filters, page: 1 })}
        renderUserPicker={renderUserPicker}
      />
      <DataTable
        caption={t`Audit log`}
        columns={columns}
        query={query}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The audit log could not be loaded</Trans>}
        empty={isFiltered(search) ? <NoMatch onClear={clear} /> : <NothingYet />}
        renderOpened={(event) =>
          event.id === openId && (
            <EventDetails
              id={detailsId(event.id)}
              event={event}
              renderFact={renderFact}
              onPersonChosen={(userId) => onSearchChange({ userId, page: 1 })}
            />
          )
        }
      />
      {query.data?.isTotalLimited && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">
          <Trans>The newest {listed} events are listed. Choose a time to see older ones, or download them.</Trans>
        </p>
      )}
    </>
  );
}

function useAuditColumns(openId: number | null, setOpenId: (id: number | null) => void) {
  const { t } = useLingui();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setOpenId` only sets state
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'text',
          header: t`Event`,
          cell: ({ row: { original } }) => <What event={original} />,
          meta: { card: 'title', skeleton: 'w-56' },
        }),
        column.display({
          id: 'user',
          header: t`Person`,
          cell: ({ row: { original } }) => <Who event={original} />,
          meta: { card: 'status', skeleton: 'w-28' },
        }),
        column.display({
          id: 'address',
          header: t`IP address`,
          cell: ({ row }) => <span className="wrap-anywhere text-muted">{row.original.address ?? '–'}</span>,
          meta: { card: 'none', isSecondary: true, skeleton: 'w-24' },
        }),
        column.display({
          id: 'at',
          header: t`Date`,
          cell: ({ row }) => <Moment at={row.original.at} />,
          meta: { card: 'date', skeleton: 'w-32' },
        }),
        column.display({
          id: 'open',
          header: ActionsHeader,
          cell: ({ row: { original } }) => {
            const isOpen = original.id === openId;
            const what = original.text;
            return (
              <IconButton
                size="sm"
                label={t`Details: ${what}`}
                aria-expanded={isOpen}
                aria-controls={isOpen ? detailsId(original.id) : undefined}
                onClick={() => setOpenId(isOpen ? null : original.id)}
              >
                <ChevronDown aria-hidden="true" className={cn('transition-transform', isOpen && 'rotate-180')} />
              </IconButton>
            );
          },
          meta: { align: 'end', card: 'actions', skeleton: 'w-8' },
        }),
      ]),
    [t, openId],
  );
}

/** The event, and the user it concerns. */
function What({ event: { text, facts } }: { event: AuditEvent }) {
  const concerned = facts.find(({ name }) => name === 'userId')?.text;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="wrap-anywhere sm:whitespace-normal">{text}</span>
      {concerned && <span className="text-sm font-normal text-muted">{concerned}</span>}
    </span>
  );
}

/** The user of the event, and the operator who acted as that user. */
function Who({ event: { user, realUser } }: { event: AuditEvent }) {
  if (!user) return <span className="text-muted">–</span>;
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <Named user={user} />
      {realUser && (
        <span className="inline-flex flex-wrap items-center gap-1.5 text-sm text-muted">
          <Trans>really</Trans> <Named user={realUser} />
        </span>
      )}
    </span>
  );
}

function Named({ user: { name, isOperator } }: { user: AuditUser }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <span className="wrap-anywhere">{name}</span>
      {isOperator && (
        <Badge tone="accent">
          <Trans>Vendor</Trans>
        </Badge>
      )}
    </span>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={History}
      title={<Trans>No event matches these filters</Trans>}
      action={
        <Button onClick={onClear}>
          <Trans>Clear the filters</Trans>
        </Button>
      }
    />
  );
}

function NothingYet() {
  return (
    <EmptyState
      icon={History}
      title={<Trans>Nothing has happened yet</Trans>}
      description={<Trans>Sign-ins, changes and refusals of your account are listed here.</Trans>}
    />
  );
}
