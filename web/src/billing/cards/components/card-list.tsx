import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type SavedCard, useCards } from '../api/list-cards.ts';
import { usePaidSubscriptions } from '../api/list-paid-subscriptions.ts';
import { formatExpiry, isCard, mayAddCards, mayManageCards } from '../card-rules.ts';
import { AddCardButton } from './add-card-button.tsx';
import { CardActions } from './card-actions.tsx';
import { CardNumber, CardTag } from './card-face.tsx';

const DeleteCardDialog = lazyPart(() => import('./delete-card-dialog.tsx').then((module) => module.DeleteCardDialog));

/** The saved cards with their actions; users who may not change anything see no actions. */
export function CardList() {
  const { t } = useLingui();
  const query = useCards();
  const [deletion, setDeletion] = useState<{ card: SavedCard; isOpen: boolean } | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const rows = useRememberedCount('cards', query.data?.items.length ?? null, 2, 10);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {query.data && query.data.items.length > 0 && (
        <ul aria-label={t`Saved cards`} className={listClasses}>
          {query.data.items.map((card) => (
            <li key={card.stripeId} className={rowClasses}>
              <CardRow card={card} onDelete={() => setDeletion({ card, isOpen: true })} />
            </li>
          ))}
        </ul>
      )}
      {query.data?.items.length === 0 && <NoCards />}
      {query.isPending && <CardSkeletons count={rows} />}
      {query.error && !query.data && (
        <ErrorState
          error={query.error}
          title={<Trans>The saved cards could not be loaded</Trans>}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      <Suspense>
        {deletion && (
          <DeleteCardDialog
            card={deletion.card}
            open={deletion.isOpen}
            onOpenChange={(isOpen) => setDeletion({ card: deletion.card, isOpen })}
            onDeleted={() => {
              setDeletion({ card: deletion.card, isOpen: false });
              // The deleted card contained the button that opened the dialog. If the user has moved the focus
              // elsewhere, it stays there.
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

const listClasses = 'divide-y divide-line border-t border-line';
const rowClasses = 'flex min-h-16 items-center gap-3 px-5 py-2.5';

function NoCards() {
  return (
    <EmptyState
      className="pt-2 pb-4"
      icon={CreditCard}
      title={<Trans>No card is saved yet</Trans>}
      description={<Trans>Subscriptions are paid with a saved card.</Trans>}
      action={mayAddCards(preloaded()) && <AddCardButton />}
    />
  );
}

function CardSkeletons({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className={listClasses}>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={rowClasses}>
          <div className="flex flex-col gap-2">
            <Skeleton className="w-40" />
            <Skeleton className="w-28" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Brand and number, billing type, expiry, what the card pays, and its actions (CARD-20). */
function CardRow({ card, onDelete }: { card: SavedCard; onDelete: () => void }) {
  const { brand, last4, isDefault } = card.card;
  const fundingName = useFundingName();
  const expiry = formatExpiry(card.card);
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <CardNumber brand={brand} last4={last4} isNamed />
          {isDefault && (
            <Badge tone="accent">
              <Trans context="payment card">Default</Trans>
            </Badge>
          )}
          <CardTag card={card} />
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
          {card.funding && <span>{fundingName(card.funding)}</span>}
          {isCard(card.card) && (
            <span className="tabular-nums">
              <Trans>Expires {expiry}</Trans>
            </span>
          )}
          <PaysFor card={card} />
        </p>
      </div>
      {mayManageCards(preloaded()) && <CardActions card={card} onDelete={onDelete} />}
    </>
  );
}

function useFundingName(): (funding: NonNullable<SavedCard['funding']>) => string {
  const { t } = useLingui();
  const names = {
    credit: t({ message: 'Credit', context: 'payment card' }),
    debit: t({ message: 'Debit', context: 'payment card' }),
    prepaid: t({ message: 'Prepaid', context: 'payment card' }),
  };
  return (funding) => names[funding];
}

/** The products whose subscriptions are charged to a card. */
function PaysFor({ card }: { card: SavedCard }) {
  const paid = usePaidSubscriptions(card) ?? [];
  if (paid.length === 0) return null;
  const products = [...new Set(paid.map(({ productName }) => productName))].join(', ');
  return (
    <span className="wrap-anywhere">
      <Trans>Pays {products}</Trans>
    </span>
  );
}
