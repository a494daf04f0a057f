import type { ResponseOf, signUp, Unregistered } from '@portico/contract';
import { listCompanies } from '../../accounts/index.ts';
import { type Catalog, nameProduct } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { say } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { toOperationError } from '../../core/operations/index.ts';
import { listUnregistered, type UnregisteredSelection } from './registrations.queries.ts';

interface UnregisteredContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts'>;
}

/** The people who posted the form and have not registered. Visitors who never posted it are not known (SIGN-25, SIGN-30). */
export async function getUnregistered(
  { database, catalog, locale }: UnregisteredContext & Pick<RequestContext, 'locale'>,
  query: UnregisteredSelection,
): Promise<ResponseOf<typeof signUp.listUnregistered>> {
  const [{ items, total }, companies, products] = await Promise.all([
    listUnregistered(database.query, query),
    listCompanies(database.query),
    catalog.findProducts(),
  ]);
  const companyNames = new Map(companies.map(({ id, name }) => [id, name]));
  const rows = items.map(
    ({ id, email, state, error, companyId, productId, createdAt }): Unregistered => ({
      id,
      email,
      state: state === 'failed' ? 'failed' : 'waiting',
      reason: state === 'failed' ? say(toOperationError({ error }).said, locale) : null,
      companyName: companyId === null ? null : (companyNames.get(companyId) ?? null),
      productName: productId === null ? null : nameProduct(products, productId, locale),
      at: createdAt.toISOString(),
    }),
  );
  return listAnswer(rows, total, query);
}
