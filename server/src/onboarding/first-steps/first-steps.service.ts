import type { FirstStep } from '@portico/contract';
import { hasEverything } from '@portico/contract';
import { hasSeveralUsers, listUserProductIds } from '../../accounts/index.ts';
import { listLiveProducts } from '../../billing/index.ts';
import { type Catalog, nameProduct } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { can } from '../../core/http/access.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Session } from '../../core/http/session-context.ts';
import { localize } from '../../core/messages/index.ts';
import { findDeviceTotal, isUsable, listHostLockedLicenses } from '../../licensing/index.ts';
import { endFirstSteps, findFirstSteps, markProductOpened } from './first-steps.queries.ts';
import { type FirstStepFacts, listSteps, stepActions } from './first-steps.rules.ts';

export interface FirstStepsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts'>;
}

type CallContext = FirstStepsContext & RequestContext;

/**
 * The account's first steps that the user may do; empty after these are done (SIGN-26). When all steps of the account are done, it no longer has
 * first steps.
 */
export async function listFirstSteps(context: CallContext): Promise<{ items: FirstStep[] }> {
  const { accountId, database, session } = context;
  const found = await findFirstSteps(database.query, accountId);
  if (!found) return { items: [] };
  const steps = listSteps(await findFacts(context, found));
  if (steps.every(({ isDone }) => isDone)) {
    await endFirstSteps(database.query, accountId);
    return { items: [] };
  }
  const granted = await findGrantedProducts(context);
  const mayDo = (step: FirstStep) =>
    can(stepActions[step.kind], session) && (step.kind !== 'open' || (granted?.has(step.productId) ?? true));
  const own = steps.filter(mayDo);
  return { items: own.every(({ isDone }) => isDone) ? [] : own };
}

/** Whether the pages of a session load the first steps. */
export async function hasFirstSteps(
  { database }: Pick<FirstStepsContext, 'database'>,
  session: Session | null,
): Promise<boolean> {
  return session !== null && (await findFirstSteps(database.query, session.account.id)) !== undefined;
}

/** Records that a user of the account opened its product. */
export async function recordProductOpened({ database, accountId }: CallContext): Promise<Record<never, never>> {
  await markProductOpened(database.query, accountId);
  return {};
}

/** Hides the first steps from all users of the account. */
export async function hideFirstSteps({ database, accountId }: CallContext): Promise<Record<never, never>> {
  await endFirstSteps(database.query, accountId);
  return {};
}

/** The steps that the account has completed (SIGN-27). */
async function findFacts(
  { accountId, catalog, database, locale }: CallContext,
  { hasOpened }: Pick<FirstStepFacts, 'hasOpened'>,
): Promise<FirstStepFacts> {
  const on = database.query;
  const now = new Date();
  const [products, live, licenses, devices, hasColleagues] = await Promise.all([
    catalog.findProducts(),
    listLiveProducts(on, accountId),
    listHostLockedLicenses(on, accountId),
    findDeviceTotal(on, accountId),
    hasSeveralUsers(on, accountId),
  ]);
  const license = licenses.findLast((one) => isUsable(one, now));
  const product = products.get(live[0] ?? license?.productId ?? '');
  return {
    product: product && {
      id: product.id,
      name: localize(product.displayName, locale),
      url: product.displayType === 'Subscribe' || product.disabled ? null : product.url,
      urlCaption: product.urlCaption && localize(product.urlCaption, locale),
    },
    license: license && { id: license.id, productName: nameProduct(products, license.productId, locale) },
    hasOpened,
    hasDevices: devices > 0,
    hasColleagues,
  };
}

/** The products granted to a user; null for a user who has all products (USR-3). */
async function findGrantedProducts({ database, session: { user } }: CallContext): Promise<ReadonlySet<string> | null> {
  return hasEverything(user) ? null : listUserProductIds(database.query, user.id);
}
