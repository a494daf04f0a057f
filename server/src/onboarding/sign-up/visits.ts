import type { ParsedRequestOf, signUp } from '@portico/contract';
import { defaultCompanyId, selectCompanyBySlug } from '../../accounts/index.ts';
import { type Catalog, findSoldProduct } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { stepsByAddress, stepsByAddressInAnHour } from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';
import { recordVisitStep } from './visits.queries.ts';

interface VisitsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'now'>;
}

/** Records a step that a visitor reached (SIGN-25). An unknown brand counts as the default one, an unknown product as none. */
export async function recordStep(
  { database, catalog }: VisitsContext,
  { addressKey }: Visitor,
  { visit, step, companyName, product }: ParsedRequestOf<typeof signUp.noteStep>['body'],
): Promise<Record<never, never>> {
  await stepsByAddress.take(database, addressKey);
  await stepsByAddressInAnHour.take(database, addressKey);
  const company = companyName === undefined ? undefined : await selectCompanyBySlug(database.query, companyName);
  const known = product === undefined ? undefined : await findSoldProduct(catalog, product);
  await recordVisitStep(database.query, {
    visit,
    step,
    companyId: company?.id ?? defaultCompanyId,
    productId: known?.id ?? '',
  });
  return {};
}
