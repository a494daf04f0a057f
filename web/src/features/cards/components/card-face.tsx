import { Trans } from '@lingui/react/macro';
import { useBrandName } from '../../../lib/card-brands.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { SavedCard } from '../api/list-cards.ts';
import { formatExpiry, isExpired } from '../card-rules.ts';

type Brand = SavedCard['card']['brand'];

/** The letters on a card's tag. */
const shorts: Record<Exclude<Brand, 'unknown'>, string> = {
  visa: 'VISA',
  mastercard: 'MC',
  'american express': 'AMEX',
  discover: 'DISC',
  jcb: 'JCB',
  'diners club': 'DC',
};

/** A small tag with the brand's letters. Decorative: the name stands beside it for screen readers. */
function BrandMark({ brand }: { brand: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 36 24" className="!h-6 !w-9 shrink-0">
      <rect x="0.5" y="0.5" width="35" height="23" rx="4.5" className="fill-surface stroke-line-strong" />
      {brand in shorts ? (
        <text
          x="18"
          y="15.5"
          textAnchor="middle"
          fontSize="9.5"
          fontWeight="700"
          letterSpacing="0.2"
          className="fill-muted"
        >
          {shorts[brand as keyof typeof shorts]}
        </text>
      ) : (
        <path d="M1 8h34v3H1zM5 16h8" className="fill-muted stroke-muted" strokeWidth="1" />
      )}
    </svg>
  );
}

/** Brand and last four digits: `VISA •••• 4242`. */
export function CardNumber({ brand, last4 }: { brand: string; last4: string }) {
  const name = useBrandName()(brand);
  return (
    <span className="flex items-center gap-2.5 whitespace-nowrap">
      <BrandMark brand={brand} />
      <span aria-hidden="true" className="tabular-nums">
        •••• {last4}
      </span>
      <span className="sr-only">
        <Trans>
          {name} ending in {last4}
        </Trans>
      </span>
    </span>
  );
}

/** `08/2027`, marked when it has passed. */
export function CardExpiry({ card }: { card: { expMonth: number; expYear: number } }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span className="tabular-nums">{formatExpiry(card)}</span>
      {isExpired(card) && <ExpiredTag />}
    </span>
  );
}

export function ExpiredTag() {
  return (
    <Badge tone="bad">
      <Trans context="payment card">Expired</Trans>
    </Badge>
  );
}
