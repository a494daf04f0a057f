import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';

interface PriceHistoryProps {
  prices: readonly {
    priceId: string;
    amount: number;
    currency: string;
    from: string;
    until: string | null;
    isSold: boolean;
  }[];
}

/** Prices listed before all are requested. */
const shownAtFirst = 6;

/** All former amounts of a product's prices, because subscriptions keep the price at which they were bought (CAT-5). */
export function PriceHistory({ prices }: PriceHistoryProps) {
  const { money, date } = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  if (prices.length === 0) return null;
  const former = prices.filter(({ isSold }) => !isSold).length;
  return (
    <Card>
      <CardHeader
        title={<Trans>History of prices</Trans>}
        description={<Plural value={former} _0="No price was amended." one="# former price" other="# former prices" />}
      />
      <ul className="divide-y divide-line border-t border-line">
        {(isWhole ? prices : prices.slice(0, shownAtFirst)).map(({ priceId, amount, currency, from, isSold }) => (
          <li key={`${priceId} ${from}`} className="flex items-center justify-between gap-3 px-5 py-2.5">
            <span className="min-w-0">
              <code className="block truncate text-sm">{priceId}</code>
              <span className="text-xs text-muted">
                <Trans>from {date(from)}</Trans>
              </span>
            </span>
            <span className="flex shrink-0 items-center gap-2 tabular-nums">
              {money(amount, currency)}
              {isSold && (
                <Badge tone="ok">
                  <Trans context="price">Sold</Trans>
                </Badge>
              )}
            </span>
          </li>
        ))}
      </ul>
      {!isWhole && prices.length > shownAtFirst && (
        <div className="border-t border-line px-5 py-3">
          <Button size="sm" onClick={() => setIsWhole(true)}>
            <Trans>Show all {prices.length}</Trans>
          </Button>
        </div>
      )}
    </Card>
  );
}
