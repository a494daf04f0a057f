import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useBrandName } from '../../../lib/card-brands.ts';
import { cn } from '../../../lib/cn.ts';
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
import { BrandMark } from './brand-mark.tsx';
import { CardActions } from './card-actions.tsx';
import { ExpiryTag, SpokenNumber } from './card-face.tsx';

const DeleteCardDialog = lazyPart(() => import('./delete-card-dialog.tsx').then((module) => module.DeleteCardDialog));

/** The saved cards with their actions; users who may not change anything see no actions. */
export function CardList() {
  const { t } = useLingui();
  const query = useCards();
  const [deletion, setDeletion] = useState<{ card: SavedCard; isOpen: boolean } | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const rows = useRememberedCount('cards', query.data?.items.length ?? null, 2, 10);
  return (
    <div ref={place} tabIndex={-1} className="px-5 pb-5 outline-none">
      {query.data && query.data.items.length > 0 && (
        <ul aria-label={t`Saved cards`} className={gridClasses}>
          {query.data.items.map((card) => (
            <li key={card.stripeId} className="min-w-0">
              <OneCard card={card} onDelete={() => setDeletion({ card, isOpen: true })} />
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

const gridClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(176px,100%),1fr))] gap-4';
/** The aspect ratio of payment cards. */
const faceClasses = 'flex aspect-[1.586] max-h-44 w-full flex-col justify-between rounded-card p-4';

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
    <div aria-hidden="true" className={gridClasses}>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row}>
          <Skeleton className="aspect-[1.586] h-auto max-h-44 w-full rounded-card" />
          <div className="flex min-h-14 items-center">
            <Skeleton className="w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}

function OneCard({ card, onDelete }: { card: SavedCard; onDelete: () => void }) {
  return (
    <>
      <Face card={card} />
      <div className="flex min-h-14 items-center justify-between gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-1.5 py-1">
          {card.card.isDefault && (
            <Badge tone="accent">
              <Trans context="payment card">Default</Trans>
            </Badge>
          )}
          <ExpiryTag card={card.card} />
          <PaysFor card={card} />
        </div>
        {mayManageCards(preloaded()) && <CardActions card={card} onDelete={onDelete} />}
      </div>
    </>
  );
}

/** A card: brand, last digits, cardholder and expiry. */
function Face({ card: { card, billingDetails } }: { card: SavedCard }) {
  const name = useBrandName()(card.brand);
  const { last4 } = card;
  return (
    <div className={cn(faceClasses, 'text-on-card', card.brand === 'visa' ? 'bg-card-blue' : 'bg-card-slate')}>
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium">{name}</span>
        <BrandMark brand={card.brand} />
      </div>
      <div>
        <p className="@container text-lg tracking-wide tabular-nums">
          <span aria-hidden="true" className="whitespace-nowrap">
            {isCard(card) && <span className="hidden @min-[12.5rem]:inline">•••• •••• </span>}
            {last4 && `•••• ${last4}`}
          </span>
          <SpokenNumber name={name} last4={last4} />
        </p>
        <p className="mt-1 flex justify-between gap-3 text-sm">
          <span className="truncate">{billingDetails.name}</span>
          {isCard(card) && (
            <span className="shrink-0 tabular-nums">
              <span className="sr-only">
                <Trans comment="Before a card's month and year, for screen readers">Expires</Trans>{' '}
              </span>
              <span>{formatExpiry(card)}</span>
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

/** The products whose subscriptions are charged to a card. */
function PaysFor({ card }: { card: SavedCard }) {
  const paid = usePaidSubscriptions(card) ?? [];
  if (paid.length === 0) return null;
  const products = [...new Set(paid.map(({ productName }) => productName))].join(', ');
  return (
    <span className="text-sm text-muted wrap-anywhere">
      <span className="sr-only">
        <Trans>Pays for</Trans>{' '}
      </span>
      <span>{products}</span>
    </span>
  );
}
