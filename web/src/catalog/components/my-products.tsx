import { Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { Link } from '@tanstack/react-router';
import { ArrowRight, LayoutGrid, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useId } from 'react';
import { lazyPart } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ButtonLink, TextLink } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { useMyProducts } from '../catalog.api.ts';
import { arrangeHome, type Charge, type Owed, recommendedProduct } from '../model/home.ts';
import { Buyers } from './buyers.tsx';
import { DiscoverTile } from './discover-tile.tsx';
import { OwnedTile } from './owned-tile.tsx';

/** Only for accounts that never had a product. */
const StartHere = lazyPart(() => import('./start-here.tsx').then((module) => module.StartHere));

interface MyProductsProps {
  /** The page requests the products, because it shows them together with what needs attention. */
  products: ReturnType<typeof useMyProducts>;
  /** The products with an unsettled purchase or change. */
  unsettled: ReadonlySet<string>;
  /** License ids by product, only for products with a single license. */
  licenses: ReadonlyMap<string, number>;
  /** The next charges by subscription; `pending` while loading. */
  charges: ReadonlyMap<number, Charge> | 'pending';
  /** Debts by product. */
  owed: ReadonlyMap<string, Owed>;
  /** Called when a product is opened. */
  onOpen?: (() => void) | undefined;
}

/** The account's products, then other ones (UI-41). A new account gets a product to start with. */
export function MyProducts({ products: query, ...facts }: MyProductsProps) {
  const { data, error, isFetching, refetch } = query;
  if (!data) {
    return (
      <Card>
        <ErrorState
          error={error}
          title={<Trans>Your products could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Card>
    );
  }
  if (data.items.length === 0) return <NoProducts />;
  const { own, others } = arrangeHome(data.items);
  const start = can('purchase.buy') ? recommendedProduct(data.items) : undefined;
  const rest = others.filter((product) => product !== start);
  return (
    <div className="flex flex-col gap-8">
      {start && (
        <Suspense fallback={<Skeleton className="h-80 w-full rounded-card" />}>
          <StartHere product={start} isUnsettled={facts.unsettled.has(start.id)} />
        </Suspense>
      )}
      {own.length > 0 && <OwnProducts products={own} {...facts} />}
      <Discover products={rest} hasOthers={others.length > 0} {...facts} />
    </div>
  );
}

type Facts = Omit<MyProductsProps, 'products'>;

function OwnProducts({
  products,
  unsettled,
  licenses,
  charges,
  owed,
  onOpen,
}: Facts & { products: readonly Application[] }) {
  const findCharge = ({ holding }: Application) => {
    if (!holding || charges === 'pending') return holding && charges === 'pending' ? ('pending' as const) : null;
    return charges.get(holding.subscriptionId) ?? null;
  };
  return (
    <Section title={<Trans>Your products</Trans>}>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
        {products.map((product) => (
          <OwnedTile
            key={product.id}
            product={product}
            isUnsettled={unsettled.has(product.id)}
            licenseId={licenses.get(product.id)}
            charge={findCharge(product)}
            owed={owed.get(product.id)}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </Section>
  );
}

/** Other products. Admins also get a tile that links to all products (CAT-21). */
function Discover({
  products,
  hasOthers,
  unsettled,
  licenses,
}: Pick<Facts, 'unsettled' | 'licenses'> & { products: readonly Application[]; hasOthers: boolean }) {
  const isAdmin = preloaded().user?.isAdmin ?? false;
  if (!hasOthers && !isAdmin) return null;
  return (
    <Section
      title={<Trans>Discover</Trans>}
      action={
        <TextLink to="/products" className="inline-flex items-center gap-1">
          <Trans>Compare all products</Trans>
          <ArrowRight aria-hidden="true" />
        </TextLink>
      }
    >
      {hasOthers && <Buyers className="mb-3 text-muted" />}
      <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {products.map((product) => (
          <DiscoverTile
            key={product.id}
            product={product}
            isUnsettled={unsettled.has(product.id)}
            licenseId={licenses.get(product.id)}
          />
        ))}
        {isAdmin && (
          <li className="col-span-full flex">
            <Link
              to="/products"
              className="flex min-h-14 w-full items-center justify-center gap-2 rounded-card border border-dashed border-line-strong px-5 font-medium text-muted transition-colors hover:border-accent hover:text-accent-text"
            >
              <Plus aria-hidden="true" className="size-4" />
              <Trans>Add a product</Trans>
            </Link>
          </li>
        )}
      </ul>
      {hasOthers && (
        <p className="mt-4 text-sm text-muted">
          <Trans>Prices are in US dollars, before tax.</Trans>
        </p>
      )}
    </Section>
  );
}

function Section({ title, action, children }: { title: ReactNode; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-lg font-semibold tracking-tight">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function NoProducts() {
  const isAdmin = preloaded().user?.isAdmin ?? false;
  return (
    <Card>
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
    </Card>
  );
}
