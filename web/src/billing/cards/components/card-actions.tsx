import { useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useBrandName } from '../../../lib/card-brands.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { SavedCard } from '../api/list-cards.ts';
import { useMakeCardDefault } from '../api/make-card-default.ts';
import { useCardsLock } from '../unsettled-cards.ts';

const CardMenu = lazyPart(() => import('./card-menu.tsx').then((module) => module.CardMenu));

/** The row's menu: make default, delete. Its code is loaded while the pointer or the focus rests on its button. */
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
