import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useBrandName } from '../../../lib/card-brands.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { SavedCard } from '../api/list-cards.ts';
import { useCardsLock } from '../unsettled-cards.ts';

const CardMenu = lazyPart(() => import('./card-menu.tsx').then((module) => module.CardMenu));

/** The card's menu: make default, delete. Its code loads while the pointer or focus rests on its button. */
export function CardActions({ card, onDelete }: { card: SavedCard; onDelete: () => void }) {
  const { t } = useLingui();
  const [isWanted, setIsWanted] = useState(false);
  const { isLocked, describedBy } = useCardsLock();
  const makeDefault = useMakeCardDefault();
  const brand = useBrandName()(card.card.brand);
  const { last4 } = card.card;
  const button = (
    <IconButton
      {...(!isWanted && { ...CardMenu.warmUp, onClick: () => setIsWanted(!isLocked) })}
      size="sm"
      label={t`Actions for ${brand} ending in ${last4}`}
      aria-haspopup="menu"
      aria-busy={makeDefault.isPending}
      aria-disabled={isLocked || undefined}
      aria-describedby={describedBy}
    >
      {makeDefault.isPending ? <Spinner /> : <Ellipsis aria-hidden="true" />}
    </IconButton>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <CardMenu
        trigger={button}
        isLocked={isLocked}
        isDefault={card.card.isDefault}
        onMakeDefault={() => !makeDefault.isPending && makeDefault.mutate(card.stripeId)}
        onDelete={onDelete}
      />
    </Suspense>
  );
}

/** Makes a saved card the default for renewals. */
function useMakeCardDefault() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      settled(await api('POST /api/Billing/PaymentMethods/{id}/Default', { params: { id }, body: {} }), {
        onPending: () => void announceHoldings(queryClient),
      }),
    onSuccess: () => notify.success(t`The default card was changed`),
    // Subscriptions without a card of their own show the default one, so they are refetched.
    onSettled: () => announceHoldings(queryClient),
  });
}
