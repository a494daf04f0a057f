import type { Audit } from '../../accounts/index.ts';
import type { Catalog, Product } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';

export interface DevicesContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'now'>;
  readonly audit: Audit;
}

export type CallContext = DevicesContext & RequestContext;

/** Who changes a device: a person in a session, or a product by its token. */
export type DeviceChangeContext = Pick<CallContext, 'accountId' | 'actor' | 'audit'> & {
  readonly catalog: Pick<Catalog, 'now'>;
  readonly products: ReadonlyMap<string, Product>;
  /** The token's name and the beginning of its text, where a product changes it. */
  readonly token?: string | undefined;
  /** Whether that token is a public one, whose releases are counted apart (LIC-11). */
  readonly isPublicToken?: boolean;
};

/** How the releases of a change are counted: a public token has a release limit of its own, so that its holder cannot use up the account's (LIC-11). */
export function releaseCounting({
  catalog,
  products,
  isPublicToken,
}: Pick<DeviceChangeContext, 'catalog' | 'products' | 'isPublicToken'>) {
  return { products, now: catalog.now(), releasedBy: isPublicToken ? ('publicToken' as const) : ('account' as const) };
}

/** A context with the catalog's products. They are found before a transaction, which would hold one connection and wait for another. */
export type DeviceCallContext = CallContext & { readonly products: ReadonlyMap<string, Product> };
