import { Trans, useLingui } from '@lingui/react/macro';
import type { Message } from '@portico/contract';
import { Mail, MessageSquare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { type MessageSource, useMessages } from '../mail.api.ts';
import { MessageState, StateReason, useStateWords } from './message-state.tsx';

const MessageDialog = lazyPart(() => import('./message-dialog.tsx').then((module) => module.MessageDialog));

type Search = FilteredListSearch<'queued'> & { state?: Message['state'] | undefined };

interface MessageTableProps {
  source: MessageSource;
  search: Search;
  onSearchChange: (change: Partial<Search>) => void;
}

const column = columnsFor<Message>();

/** Mail and text messages, filtered and paged by the server (MAIL-10). */
export function MessageTable({ source, search, onSearchChange }: MessageTableProps) {
  const { t } = useLingui();
  const [openedId, setOpenedId] = useState<number>();
  const [isOpen, setIsOpen] = useState(false);
  const columns = useMessageColumns(source, (id) => {
    setOpenedId(id);
    setIsOpen(true);
  });
  const { page, pageSize, textFilter, state } = search;
  const isFiltered = textFilter !== '' || state !== undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line p-4">
        <TextFilter
          className="min-w-56 flex-1"
          label={t`Address or number of the recipient`}
          text={textFilter}
          onChange={(text) => onSearchChange({ textFilter: text, page: 1 })}
        />
        {source === 'operator' && (
          <StateFilter state={state} onChange={(wanted) => onSearchChange({ state: wanted, page: 1 })} />
        )}
      </div>
      <DataTable
        caption={t`Messages, the newest first`}
        columns={columns}
        query={useMessages(source, { page, pageSize, textFilter, ...(state && { state }) })}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The messages could not be loaded</Trans>}
        empty={
          isFiltered ? (
            <NoMatch onShowAll={() => onSearchChange({ textFilter: '', state: undefined, page: 1 })} />
          ) : (
            <NoMessages source={source} />
          )
        }
      />
      <PartBoundary onFailure={() => setOpenedId(undefined)}>
        {openedId !== undefined && (
          <MessageDialog key={openedId} source={source} id={openedId} open={isOpen} onOpenChange={setIsOpen} />
        )}
      </PartBoundary>
    </>
  );
}

/** The outbox has no states, because its messages are never sent. */
function useMessageColumns(source: MessageSource, onOpen: (id: number) => void) {
  const { t } = useLingui();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onOpen` only sets state
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'message',
          header: t`Message`,
          cell: ({ row }) => <MessageName message={row.original} />,
          meta: { card: 'title', skeleton: 'w-56 h-9' },
        }),
        column.display({
          id: 'recipient',
          header: t`Recipient`,
          cell: ({ row }) => <Recipient message={row.original} />,
          meta: { skeleton: 'w-40 h-9' },
        }),
        ...(source === 'operator'
          ? [
              column.display({
                id: 'state',
                header: t`Status`,
                cell: ({ row }) => <MessageState message={row.original} />,
                meta: { card: 'status', skeleton: 'w-16' },
              }),
            ]
          : []),
        column.display({
          id: 'queued',
          header: t`Date`,
          cell: ({ row }) => <Moment at={row.original.queuedAt} />,
          meta: { card: 'date', skeleton: 'w-32' },
        }),
        column.display({
          id: 'actions',
          header: ActionsHeader,
          cell: ({ row }) => <OpenButton message={row.original} onOpen={onOpen} />,
          meta: { align: 'end', skeleton: 'w-16' },
        }),
      ]),
    [t, source],
  );
}

function MessageName({ message }: { message: Message }) {
  const { channel, label, subject } = message;
  const Icon = channel === 'email' ? Mail : MessageSquare;
  return (
    <span className="flex min-w-0 items-start gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium text-ink">{label}</span>
        <span className="max-w-72 truncate text-[13px] font-normal text-muted lg:max-w-96" title={subject ?? undefined}>
          {subject ?? (channel === 'email' ? <Trans>Its text was removed</Trans> : <Trans>Text message</Trans>)}
        </span>
      </span>
    </span>
  );
}

function Recipient({ message }: { message: Message }) {
  const { recipient, account } = message;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="max-sm:wrap-anywhere sm:max-w-56 sm:truncate" title={recipient}>
        {recipient}
      </span>
      {account && (
        <span className="text-[13px] text-muted sm:max-w-56 sm:truncate" title={account.name}>
          {account.name}
        </span>
      )}
      {message.state === 'failed' && (
        <span className="line-clamp-2 max-w-80 text-[13px] whitespace-normal text-bad">
          <StateReason message={message} />
        </span>
      )}
    </span>
  );
}

function OpenButton({ message, onOpen }: { message: Message; onOpen: (id: number) => void }) {
  const { t } = useLingui();
  const { label, recipient } = message;
  return (
    <Button
      {...MessageDialog.warmUp}
      size="sm"
      aria-label={t`Open ${label} to ${recipient}`}
      aria-haspopup="dialog"
      className="max-sm:mt-1 max-sm:w-full"
      onClick={() => onOpen(message.id)}
    >
      <Trans>Open</Trans>
    </Button>
  );
}

interface StateFilterProps {
  /** Undefined shows all. */
  state: Message['state'] | undefined;
  onChange: (state: Message['state'] | undefined) => void;
}

function StateFilter({ state, onChange }: StateFilterProps) {
  const { t } = useLingui();
  const words = useStateWords();
  const states = ['queued', 'sending', 'sent', 'failed', 'kept'] as const;
  return (
    <NativeSelect
      aria-label={t`Status`}
      className="h-9 min-w-40"
      value={state ?? ''}
      onChange={(value) => onChange(states.find((known) => known === value))}
      options={[
        { value: '', label: t`All statuses` },
        ...states.map((known) => ({ value: known, label: words[known] })),
      ]}
    />
  );
}

function NoMessages({ source }: { source: MessageSource }) {
  return (
    <EmptyState
      icon={Mail}
      title={<Trans>No messages yet</Trans>}
      description={
        source === 'outbox' && <Trans>What the portal sends to people shows up here, with its codes and links.</Trans>
      }
    />
  );
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={Mail}
      title={<Trans>No message matches</Trans>}
      action={
        <Button onClick={onShowAll}>
          <Trans>Show all messages</Trans>
        </Button>
      }
    />
  );
}
