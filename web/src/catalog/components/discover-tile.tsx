import type { Application } from '@portico/contract';
import { preloaded } from '../../lib/preloaded.ts';
import { Card } from '../../ui/card.tsx';
import { ProductLogo } from '../../ui/product-logo.tsx';
import { findTileState } from '../model/home.ts';
import { tileActions } from '../model/tile-actions.ts';
import { PriceLines } from './price-lines.tsx';
import { TileButton } from './tile-buttons.tsx';
import { TileTag } from './tile-tag.tsx';

interface DiscoverTileProps {
  product: Application;
  isUnsettled: boolean;
  licenseId: number | undefined;
}

/** A product that the account does not have: description, price, and a link to it. */
export function DiscoverTile({ product, isUnsettled, licenseId }: DiscoverTileProps) {
  const { displayName, description, logo64, isDisabled } = product;
  const actions = tileActions(product, preloaded());
  const main = actions.findLast(({ kind }) => kind !== 'open') ?? actions[0];
  const ordered = main ? [main, ...actions.filter((action) => action !== main)] : [];
  return (
    <li className="flex min-w-0">
      <Card className="flex w-full min-w-0 flex-wrap gap-x-3.5 gap-y-4 p-5 sm:flex-nowrap sm:px-6">
        <ProductLogo name={displayName} logo64={logo64} isMuted={isDisabled} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="text-lg font-semibold tracking-tight wrap-anywhere">{displayName}</h3>
            <TileTag state={findTileState(product, isUnsettled)} />
          </div>
          <p className="mt-0.5 line-clamp-3 text-muted">{description}</p>
          {!isDisabled && <PriceLines product={product} />}
        </div>
        {ordered.length > 0 && (
          <div className="flex w-full shrink-0 flex-col gap-2 sm:w-auto">
            {ordered.map((action) => (
              <TileButton
                key={action.kind}
                product={product}
                action={action}
                variant={action === main ? 'secondary' : 'quiet'}
                isUnsettled={isUnsettled}
                licenseId={licenseId}
              />
            ))}
          </div>
        )}
      </Card>
    </li>
  );
}
