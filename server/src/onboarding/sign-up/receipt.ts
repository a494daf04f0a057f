import type { Locale, PreloadedSignUp } from '@portico/contract';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { localize } from '../../core/messages/index.ts';
import { findOperation } from '../../core/operations/index.ts';
import { findLicense, listLicenseIds } from '../../licensing/index.ts';
import { registrationOutcome, registrationRequest } from './registration.schema.ts';
import { findLatestRegistration } from './registrations.queries.ts';

/** Minutes for which a browser can see what it paid (SIGN-50). */
const shownMinutes = 15;

/**
 * What the browser's latest registration paid (SIGN-50). Null for a trial, a free plan or a known address, which must
 * look the same (SIGN-18).
 */
export async function findReceipt(
  { query, catalog }: { readonly query: Queryable; readonly catalog: Pick<Catalog, 'findProducts'> },
  visitorHash: Buffer,
  locale: Locale,
): Promise<PreloadedSignUp['receipt']> {
  const registration = await findLatestRegistration(query, visitorHash, shownMinutes);
  const { accountId, operationId, email } = registration ?? {};
  if (!accountId || !operationId || !email) return null;
  const operation = await findOperation(query, operationId, accountId);
  if (!operation) return null;
  const { purchase } = registrationRequest.parse(operation.request);
  const paid = registrationOutcome.parse(operation.result).purchase;
  if (!purchase || !paid || paid.amountPaid === 0) return null;
  const product = (await catalog.findProducts()).get(purchase.productId);
  const plan = product?.plans.find(({ id }) => id === purchase.quoted.planId);
  const [licenseId] = await listLicenseIds(query, accountId, purchase.productId);
  const license = licenseId === undefined ? undefined : await findLicense(query, accountId, licenseId);
  return {
    email,
    amountPaid: paid.amountPaid,
    currency: plan?.pricePlans[0]?.currency ?? 'usd',
    product: product ? localize(product.displayName, locale) : purchase.productId,
    plan: plan ? localize(plan.name, locale) : '',
    license: license?.serialNumber ?? null,
    receiptUrl: paid.receiptUrl,
  };
}
