import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useBrandName } from '../../../lib/card-brands.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ActionsHeader, columnsFor, DataTable } from '../../../ui/data-table/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type SavedCard, useCards } from '../api/list-cards.ts';
import { usePaidSubscriptions } from '../api/list-paid-subscriptions.ts';
import { mayAddCards, mayManageCards } from '../card-rules.ts';
import { AddCardButton } from './add-card-button.tsx';
import { CardActions } from './card-actions.tsx';
import { CardExpiry, CardNumber } from './card-face.tsx';

const DeleteCardDialog = lazyPart(() => import('./delete-card-dialog.tsx').then((module) => module.DeleteCardDialog));

const column = columnsFor<SavedCard>();

/** The saved cards with what can be done with them; who may not change anything sees no actions. */
export function CardTable() {
  const { t } = useLingui();
  const query = useCards();
  const [deletion, setDeletion] = useState<{ card: SavedCard; isOpen: boolean } | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const columns = useCardColumns((card) => setDeletion({ card, isOpen: true }));
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <DataTable
        caption={t`Saved cards`}
        columns={columns}
        query={query}
        rowId={(row) => row.stripeId}
        skeletonRows={useRememberedCount('cards', query.data?.items.length ?? null, 2, 10)}
        errorTitle={<Trans>The saved cards could not be loaded</Trans>}
        empty={
          <EmptyState
            className="pt-4 pb-8"
            icon={CreditCard}
            title={<Trans>No card is saved yet</Trans>}
            description={<Trans>Subscriptions are paid with a saved card.</Trans>}
            action={mayAddCards(preloaded()) && <AddCardButton />}
          />
        }
      />
      <Suspense>
        {deletion && (
          <DeleteCardDialog
            card={deletion.card}
            open={deletion.isOpen}
            onOpenChange={(isOpen) => setDeletion({ card: deletion.card, isOpen })}
            onDeleted={() => {
              setDeletion({ card: deletion.card, isOpen: false });
              // The row with the button that opened the dialog is gone. Whoever has gone on elsewhere meanwhile stays there.
              const { activeElement } = document;
              if (activeElement !== document.body && !activeElement?.closest('[role=alertdialog]')) return;
              requestAnimationFrame(() => place.current?.focus());
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** @param onDelete asks whether a card is to be deleted; it must not depend on anything that changes */
function useCardColumns(onDelete: (card: SavedCard) => void) {
  const { t } = useLingui();
  const brandName = useBrandName();
  const mayManage = mayManageCards(preloaded());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the brands' names change with the language alone, and `onDelete` only sets state
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'number',
          header: t`Card`,
          cell: ({ row }) => <CardNumber {...row.original.card} />,
          meta: { card: 'title', skeleton: 'w-32 h-6' },
        }),
        column.display({
          id: 'expiry',
          header: t`Expires`,
          cell: ({ row }) => <CardExpiry card={row.original.card} />,
          meta: { skeleton: 'w-16' },
        }),
        column.display({
          id: 'type',
          header: t`Type`,
          cell: ({ row }) => brandName(row.original.card.brand),
          meta: { card: 'none', isSecondary: true, skeleton: 'w-20' },
        }),
        column.display({
          id: 'default',
          header: UsageHeader,
          cell: ({ row }) => row.original.card.isDefault && <DefaultTag />,
          meta: { card: 'status', skeleton: 'w-14' },
        }),
        column.display({
          id: 'paysFor',
          header: t`Pays for`,
          cell: ({ row }) => <PaysFor card={row.original} />,
          meta: { skeleton: 'w-28' },
        }),
        ...(mayManage
          ? [
              column.display({
                id: 'actions',
                header: ActionsHeader,
                cell: ({ row }) => <CardActions card={row.original} onDelete={() => onDelete(row.original)} />,
                meta: { align: 'end', card: 'actions', className: 'w-16', skeleton: 'w-8' },
              }),
            ]
          : []),
      ]),
    [t, mayManage],
  );
}

function UsageHeader() {
  return (
    <span className="sr-only">
      <Trans>Usage</Trans>
    </span>
  );
}

/** The products whose subscriptions are charged to a card. */
function PaysFor({ card }: { card: SavedCard }) {
  const paid = usePaidSubscriptions(card) ?? [];
  if (paid.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className="block text-muted wrap-anywhere max-sm:text-right">
      {[...new Set(paid.map(({ productName }) => productName))].join(', ')}
    </span>
  );
}

function DefaultTag() {
  return (
    <Badge tone="accent">
      <Trans context="payment card">Default</Trans>
    </Badge>
  );
}
