import { Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { Package } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ContactLink } from '../../../ui/contact-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { useProducts } from '../api/list-products.ts';
import { Tile, TileList, UnsettledBadge } from './tiles.tsx';

/** Everything the vendor sells, with what it costs from and whether the account has it. */
export function AllProducts({ unsettled }: { unsettled: ReadonlySet<string> }) {
  return (
    <TileList
      products={useProducts()}
      errorTitle={<Trans>The products could not be loaded</Trans>}
      empty={
        <EmptyState
          icon={Package}
          title={<Trans>There are no products yet</Trans>}
          action={
            <ContactLink href={preloaded().links.contact}>
              <Trans>Contact us</Trans>
            </ContactLink>
          }
        />
      }
      renderTile={(product) => (
        <ProductTile key={product.id} product={product} isUnsettled={unsettled.has(product.id)} />
      )}
    />
  );
}

function ProductTile({ product, isUnsettled }: { product: Application; isUnsettled: boolean }) {
  const { money } = useFormat();
  const { id, displayName, isBought, isDisabled, isAvailableOnline, fromAmountPerMonth } = product;
  const price = money(fromAmountPerMonth ?? 0);
  return (
    <li className="flex min-w-0">
      <Tile
        product={product}
        tag={
          isUnsettled ? (
            <UnsettledBadge />
          ) : (
            isBought && (
              <Badge tone="ok">
                <Trans>Subscribed</Trans>
              </Badge>
            )
          )
        }
      >
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
      </Tile>
    </li>
  );
}
