import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { LayoutGrid, Plus } from 'lucide-react';
import { preloaded } from '../../../lib/preloaded.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { useMyProducts } from '../api/list-my-products.ts';
import { ApplicationTile } from './application-tile.tsx';
import { TileList } from './tiles.tsx';

interface MyProductsProps {
  /** The products of which a purchase or change is not settled. */
  unsettled: ReadonlySet<string>;
  /** Products with a single license, and its id. */
  licenses: ReadonlyMap<string, number>;
}

/** The user's products as tiles, with a further one for admins that leads to all products (CAT-21). */
export function MyProducts({ unsettled, licenses }: MyProductsProps) {
  const isAdmin = preloaded().user?.isAdmin ?? false;
  return (
    <TileList
      products={useMyProducts()}
      errorTitle={<Trans>Your products could not be loaded</Trans>}
      empty={
        <EmptyState
          icon={LayoutGrid}
          title={<Trans>You have no products yet</Trans>}
          description={
            isAdmin ? (
              <Trans>Choose a product and a plan to begin.</Trans>
            ) : (
              <Trans>An admin of your account can give you access to products.</Trans>
            )
          }
          action={
            <ButtonLink to="/products" variant={isAdmin ? 'primary' : 'secondary'}>
              <Trans>See all products</Trans>
            </ButtonLink>
          }
        />
      }
      renderTile={(application) => (
        <ApplicationTile
          key={application.id}
          application={application}
          isUnsettled={unsettled.has(application.id)}
          licenseId={licenses.get(application.id)}
        />
      )}
      last={
        isAdmin && (
          <li className="flex">
            <Link
              to="/products"
              className="flex min-h-24 w-full flex-col items-center justify-center gap-2 rounded-card border border-dashed border-line-strong p-5 font-medium text-muted transition-colors hover:border-accent hover:text-accent-text md:min-h-[188px]"
            >
              <Plus aria-hidden="true" className="size-5" />
              <Trans>Add a product</Trans>
            </Link>
          </li>
        )
      }
    />
  );
}
