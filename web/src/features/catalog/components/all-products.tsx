import { Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { Package } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { useProducts } from '../api/list-products.ts';
import { ApplicationLogo } from './application-logo.tsx';
import { ContactLink } from './contact-link.tsx';
import { TileGrid, TileGridSkeleton } from './tile-grid.tsx';

/** Everything the vendor sells, with what it costs from and whether the account has it. */
export function AllProducts() {
  const { data, error, isPending, isFetching, refetch } = useProducts();
  if (isPending) return <TileGridSkeleton />;
  if (error && !data) {
    return (
      <Card>
        <ErrorState
          error={error}
          title={<Trans>The products could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Card>
    );
  }
  if (data.items.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Package}
          title={<Trans>There are no products yet</Trans>}
          action={
            <ContactLink href={preloaded().links.contact}>
              <Trans>Contact us</Trans>
            </ContactLink>
          }
        />
      </Card>
    );
  }
  return (
    <TileGrid>
      {data.items.map((product) => (
        <ProductTile key={product.id} product={product} />
      ))}
    </TileGrid>
  );
}

function ProductTile({ product }: { product: Application }) {
  const { money } = useFormat();
  const { id, displayName, description, logo64, isBought, isDisabled, isAvailableOnline, fromAmountPerMonth } = product;
  const price = money(fromAmountPerMonth ?? 0);
  return (
    <li className="flex min-w-0">
      <Card className="flex min-h-[188px] w-full min-w-0 flex-col p-5">
        <div className="flex items-center gap-3.5">
          <ApplicationLogo name={displayName} logo64={logo64} isMuted={isDisabled} />
          <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
            <h2 className="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere">{displayName}</h2>
            {isDisabled ? (
              <Badge tone="neutral">
                <Trans>Not available</Trans>
              </Badge>
            ) : (
              isBought && (
                <Badge tone="ok">
                  <Trans>Subscribed</Trans>
                </Badge>
              )
            )}
          </div>
        </div>
        <p className="mt-3.5 line-clamp-3 text-muted">{description}</p>
        {!isDisabled && (
          <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-3 pt-5">
            {isAvailableOnline || isBought ? (
              <ButtonLink to="/Products/$id/Subscription" params={{ id }} variant={isBought ? 'secondary' : 'accent'}>
                {isBought ? <Trans>Subscription</Trans> : <Trans>See plans</Trans>}
                <span className="sr-only">{displayName}</span>
              </ButtonLink>
            ) : (
              <ContactLink href={preloaded().links.contact}>
                <Trans>Contact us</Trans>
              </ContactLink>
            )}
            {fromAmountPerMonth !== null && !isBought && (
              <p className="text-sm text-muted">
                {fromAmountPerMonth > 0 ? (
                  <Trans>
                    from <span className="font-medium text-ink tabular-nums">{price}</span> per month
                  </Trans>
                ) : (
                  <Trans>Free plan available</Trans>
                )}
              </p>
            )}
          </div>
        )}
      </Card>
    </li>
  );
}
