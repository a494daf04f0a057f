import { Trans } from '@lingui/react/macro';
import { useBrandName } from '../../../lib/card-brands.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { SavedCard } from '../api/list-cards.ts';
import { expiresSoon, formatExpiry, isCard, isExpired } from '../card-rules.ts';
import { BrandMark } from './brand-mark.tsx';

interface CardNumberProps {
  brand: string;
  last4: string;
  /** Whether the brand's name appears beside its mark. */
  isNamed?: boolean;
}

/** Brand and last four digits: `VISA •••• 4242`. */
export function CardNumber({ brand, last4, isNamed = false }: CardNumberProps) {
  const name = useBrandName()(brand);
  return (
    <span className="flex items-center gap-2.5 whitespace-nowrap">
      <BrandMark brand={brand} />
      <span aria-hidden="true" className="tabular-nums">
        {(isNamed || !isCard({ brand })) && `${name} `}
        {last4 && `•••• ${last4}`}
      </span>
      <SpokenNumber name={name} last4={last4} />
    </span>
  );
}

/** `Visa •••• 4242`. */
export function NamedNumber({ brand, last4 }: Pick<CardNumberProps, 'brand' | 'last4'>) {
  const name = useBrandName()(brand);
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className="tabular-nums">
        {name} {last4 && `•••• ${last4}`}
      </span>
      <SpokenNumber name={name} last4={last4} />
    </span>
  );
}

/** Brand and last four digits for screen readers. */
function SpokenNumber({ name, last4 }: { name: string; last4: string }) {
  return (
    <span className="sr-only">
      {last4 ? (
        <Trans>
          {name} ending in {last4}
        </Trans>
      ) : (
        name
      )}
    </span>
  );
}

/** `08/2027`, marked if the card has expired or soon will. Renders nothing for a bank account or Link. */
export function CardExpiry({ card }: { card: { brand: string; expMonth: number; expYear: number } }) {
  if (!isCard(card)) return null;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span className="tabular-nums">{formatExpiry(card)}</span>
      <ExpiryTag card={card} />
    </span>
  );
}

/** Shows that a card was declined, has expired or soon will; nothing otherwise. */
export function CardTag({ card: { card, declinedAt } }: { card: Pick<SavedCard, 'card' | 'declinedAt'> }) {
  const day = useShortDate();
  if (declinedAt === null || isExpired(card)) return <ExpiryTag card={card} />;
  const declined = day(declinedAt);
  return (
    <Badge tone="bad">
      <Trans>Declined {declined}</Trans>
    </Badge>
  );
}

/** Shows that a card has expired or soon will; nothing otherwise. */
function ExpiryTag({ card }: { card: { expMonth: number; expYear: number } }) {
  if (isExpired(card)) {
    return (
      <Badge tone="bad">
        <Trans context="payment card">Expired</Trans>
      </Badge>
    );
  }
  if (!expiresSoon(card)) return null;
  return (
    <Badge tone="warning">
      <Trans>Expires soon</Trans>
    </Badge>
  );
}
