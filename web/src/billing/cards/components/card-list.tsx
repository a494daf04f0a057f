import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useBrandName } from '../../../lib/card-brands.ts';
import { requestCardReplacement } from '../../../lib/card-replacement-request.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { warmUpStripe } from '../../../lib/stripe.ts';
import { phone, useMedia } from '../../../lib/use-media.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type SavedCard, useCards } from '../api/list-cards.ts';
import { type PaidSubscription, usePaidSubscriptions } from '../api/list-paid-subscriptions.ts';
import { formatExpiry, isCard, mayAddCards, mayManageCards } from '../card-rules.ts';
import { useCardsLock } from '../unsettled-cards.ts';
import { AddCardButton } from './add-card-button.tsx';
import { BrandMark } from './brand-mark.tsx';
import { CardActions } from './card-actions.tsx';
import { CardTag, NamedNumber } from './card-face.tsx';

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
const rowClasses = 'flex min-h-15 items-center gap-3 px-pad py-2';

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
        <div key={row} className={`${rowClasses} max-sm:min-h-22`}>
          <Skeleton className="h-6 w-9" />
          <div className="flex flex-col gap-2">
            <Skeleton className="w-40" />
            <Skeleton className="w-52" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Brand and number, billing type, expiry, what the card pays, and its actions (CARD-20). */
function CardRow({ card, onDelete }: { card: SavedCard; onDelete: () => void }) {
  const { brand, last4 } = card.card;
  const paid = usePaidSubscriptions(card);
  const isPhone = useMedia(phone);
  const isPaying = paid !== undefined && paid.length > 0;
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3">
      <BrandMark brand={brand} className="row-span-2 max-sm:row-span-1" />
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <NamedNumber brand={brand} last4={last4} />
        {!isPhone && <CardTags card={card} />}
      </p>
      <div className="row-span-2 flex items-center gap-1 empty:hidden max-sm:row-span-1">
        {mayManageCards(preloaded()) && isPaying && <ReplaceButton card={card} />}
        {mayManageCards(preloaded()) && (
          <CardActions card={card} onDelete={() => (isPaying ? requestCardReplacement(card.stripeId) : onDelete())} />
        )}
      </div>
      <p className="col-start-2 flex min-w-0 items-center gap-x-2 text-sm text-muted max-sm:col-end-[-1] max-sm:flex-wrap">
        {isPhone && <CardTags card={card} />}
        <CardFacts card={card} paid={paid} />
      </p>
    </div>
  );
}

/** Tags a card that is the default, was declined, has expired or will expire soon. */
function CardTags({ card }: { card: SavedCard }) {
  return (
    <>
      {card.card.isDefault && (
        <Badge tone="accent">
          <Trans context="payment card">Default</Trans>
        </Badge>
      )}
      <CardTag card={card} />
    </>
  );
}

function ReplaceButton({ card: { stripeId, card } }: { card: SavedCard }) {
  const { isLocked, describedBy } = useCardsLock();
  const brand = useBrandName()(card.brand);
  const { last4 } = card;
  return (
    <Button
      size="sm"
      locked={isLocked}
      aria-describedby={describedBy}
      onPointerEnter={warmUpStripe}
      onFocus={warmUpStripe}
      onClick={() => requestCardReplacement(stripeId)}
    >
      <Trans>Replace</Trans>
      <span className="sr-only">
        <Trans>
          {brand} ending in {last4}
        </Trans>
      </span>
    </Button>
  );
}

interface CardFactsProps {
  card: SavedCard;
  /** Undefined until known. */
  paid: readonly PaidSubscription[] | undefined;
}

/** 'Credit · Expires 12/2028 · Pays Veriscan Cloud' */
function CardFacts({ card: { card, funding, inUse }, paid }: CardFactsProps) {
  const fundingName = useFundingName();
  const expiry = formatExpiry(card);
  const products = [...new Set(paid?.map(({ productName }) => productName))].join(', ');
  return (
    <>
      {funding && (
        <span className="after:ml-2 after:content-['·'] max-sm:after:content-none">{fundingName(funding)}</span>
      )}
      {isCard(card) && (
        <span className="whitespace-nowrap tabular-nums">
          <Trans>Expires {expiry}</Trans>
        </span>
      )}
      <span
        title={products}
        className="min-h-[18px] truncate empty:before:content-none before:mr-2 before:content-['·'] max-sm:w-full max-sm:before:content-none"
      >
        {products ? <Trans>Pays {products}</Trans> : !inUse && <Trans>Not in use</Trans>}
      </span>
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
