import { Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { Package } from 'lucide-react';
import { preloaded } from '../../lib/preloaded.ts';
import { ContactLink } from '../../ui/contact-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import type { useProducts } from '../catalog.api.ts';
import { findTileState } from '../model/home.ts';
import { Buyers } from './buyers.tsx';
import { PriceLines } from './price-lines.tsx';
import { TileTag } from './tile-tag.tsx';
import { Tile, TileList } from './tiles.tsx';

interface AllProductsProps {
  products: ReturnType<typeof useProducts>;
  /** The products with an unsettled purchase or change. */
  unsettled: ReadonlySet<string>;
}

/** All products of the vendor, with their lowest price and whether the account has them. */
export function AllProducts({ products, unsettled }: AllProductsProps) {
  return (
    <>
      <Buyers className="mb-4 text-muted" />
      <TileList
        products={products}
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
    </>
  );
}

function ProductTile({ product, isUnsettled }: { product: Application; isUnsettled: boolean }) {
  const { id, displayName, isBought, isDisabled, isAvailableOnline, holding } = product;
  return (
    <li className="flex min-w-0">
      <Tile product={product} tag={<TileTag state={findTileState(product, isUnsettled)} />}>
        {!isDisabled && (
          <>
            {holding ? <p className="mt-3 font-medium">{holding.planName}</p> : <PriceLines product={product} />}
            <div className="mt-auto grid grid-cols-2 gap-2.5 pt-5">
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
              <ButtonLink to="/products" search={{ product: id }} hash="compare" variant="quiet">
                <Trans>Compare plans</Trans>
                <span className="sr-only">{displayName}</span>
              </ButtonLink>
            </div>
          </>
        )}
      </Tile>
    </li>
  );
}
