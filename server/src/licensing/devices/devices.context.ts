import type { Audit } from '../../accounts/index.ts';
import type { Catalog, Product } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';

export interface DevicesContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'at' | 'findProducts' | 'now'>;
  readonly audit: Audit;
}

export type CallContext = DevicesContext & RequestContext;

/** Who changes a device: a user in a session, or a product with its token. */
export type DeviceChangeContext = Pick<CallContext, 'accountId' | 'actor' | 'audit'> & {
  readonly catalog: Pick<Catalog, 'now'>;
  readonly products: ReadonlyMap<string, Product>;
  /** The token's name and first characters, if a product makes the change. */
  readonly token?: string | undefined;
  /** Whether that token is public, so that its releases are counted separately (LIC-11). */
  readonly isPublicToken?: boolean;
};

/** How the releases of a change are counted. A public token has its own release limit, so that its holder cannot use up the account's (LIC-11). */
export function releaseCounting({
  catalog,
  products,
  isPublicToken,
}: Pick<DeviceChangeContext, 'catalog' | 'products' | 'isPublicToken'>) {
  return { products, now: catalog.now(), releasedBy: isPublicToken ? ('publicToken' as const) : ('account' as const) };
}

/** A call with the catalog's products. They are read before the transaction, which would otherwise hold one connection while it waits for another. */
export type DeviceCallContext = CallContext & { readonly products: ReadonlyMap<string, Product> };
