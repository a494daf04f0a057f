import type {
  catalogPlans as contract,
  Locale,
  ParsedRequestOf,
  PlanChange,
  PlanInput,
  ResponseOf,
} from '@portico/contract';
import { changesBetween } from '../accounts/index.ts';
import { InvalidInputError, NotFoundError, type Said } from '../core/http/app-error.ts';
import { defineLimit } from '../core/http/limits.ts';
import type { RequestContext } from '../core/http/request-context.ts';
import { localize, localizedColon } from '../core/messages/index.ts';
import { CatalogConflictError } from './catalog.errors.ts';
import { listCatalogIds } from './catalog.queries.ts';
import { canonicalCatalog, type Written, withoutUndefined } from './file/canonical.ts';
import { toCents } from './file/fields.ts';
import { formatMessage, toSentence } from './file/words.ts';
import {
  createPlanId,
  editPlan,
  findDialogField,
  findOnlyMonthlyPrice,
  isAmountEditable,
  toPlanInput,
  type WrittenPlan,
} from './plan-edits.ts';
import { mergePlans, PlanConflictError } from './plan-merge.ts';
import type { SalesPort } from './ports.ts';
import { checkDefinition, type DefinitionProblem } from './versions/check-definition.ts';
import { type PublicationState, type PublishingContext, publish } from './versions/publish.ts';
import { type PublishedCatalog, readPublished } from './versions/published.ts';
import { findVersion } from './versions/versions.queries.ts';

export type PlansContext = PublishingContext & Pick<SalesPort, 'countHolders'>;

type CallContext = PlansContext & RequestContext;

/** Maximum publications per operator in ten minutes. Each reads much from Stripe. */
export const publishLimit = defineLimit('catalog-publish', 60, 600);

interface PublishedPlans {
  readonly published: PublishedCatalog;
  readonly product: Written & { readonly id: string };
  readonly plans: readonly WrittenPlan[];
}

/** @throws CatalogConflictError before the first version; NotFoundError if the catalog does not have the product */
async function getPublishedPlans({ database }: PlansContext, productId: string): Promise<PublishedPlans> {
  const published = await readPublished(database.query);
  if (!published) throw new CatalogConflictError('noVersion');
  const products = published.definition.products as readonly PublishedPlans['product'][];
  const product = products.find(({ id }) => id === productId);
  if (!product) throw new NotFoundError();
  return { published, product, plans: (product.plans ?? []) as readonly WrittenPlan[] };
}

function getPlan({ plans }: PublishedPlans, planId: string): WrittenPlan {
  const plan = plans.find(({ id }) => id === planId);
  if (!plan) throw new NotFoundError();
  return plan;
}

/** Adds a plan (CAT-50). @throws InvalidInputError with problems at the dialog's fields; the errors of `publish` */
export async function addPlan(
  context: CallContext,
  productId: string,
  input: PlanInput,
): Promise<ResponseOf<typeof contract.addPlan>> {
  const catalog = await getPublishedPlans(context, productId);
  const planId = createPlanId(productId, input.code, await listCatalogIds(context.database.query));
  const plan = editPlan(undefined, planId, input, context.locale) as WrittenPlan;
  const state = await publishPlans(context, catalog, {
    planId,
    plans: [...catalog.plans, plan],
    kind: 'planAdded',
    changes: listChanges(undefined, plan, context.locale),
  });
  return { ...state, planId };
}

/** Changes a plan (CAT-50), merged with what others published. @throws as `addPlan`; PlanConflictError if conflicts were not shown before */
export async function savePlan(
  context: CallContext,
  { id, planId }: ParsedRequestOf<typeof contract.savePlan>['params'],
  { version, overVersion, ...input }: PlanChange,
): Promise<PublicationState> {
  const { locale } = context;
  const catalog = await getPublishedPlans(context, id);
  const former = getPlan(catalog, planId);
  const current = catalog.published.id;
  const base = version === current ? former : await findPlanInVersion(context, { version, id, planId });
  const mine = editPlan(base ?? former, planId, input, locale);
  const { plan: merged, conflicts } = base === former ? { plan: mine, conflicts: [] } : mergePlans(base, mine, former);
  if (conflicts.length > 0 && overVersion !== current) {
    throw new PlanConflictError(conflicts, { theirs: former, version: current, locale });
  }
  const plan = merged as WrittenPlan;
  return publishPlans(context, catalog, {
    planId,
    plans: catalog.plans.map((one) => (one.id === planId ? plan : one)),
    kind: 'planChanged',
    changes: listChanges(former, plan, locale),
  });
}

/** A plan in a version; undefined if the version did not have it or is no longer stored. */
async function findPlanInVersion(
  { database }: PlansContext,
  { version, id, planId }: { version: number; id: string; planId: string },
): Promise<WrittenPlan | undefined> {
  const definition = (await findVersion(database.query, version))?.definition;
  const products = (definition?.products ?? []) as readonly PublishedPlans['product'][];
  const plans = (products.find((product) => product.id === id)?.plans ?? []) as readonly WrittenPlan[];
  return plans.find((plan) => plan.id === planId);
}

/** Removes a plan from the catalog. Accounts that have it keep it (CAT-4). @throws as `addPlan` */
export async function removePlan(
  context: CallContext,
  { id, planId }: ParsedRequestOf<typeof contract.removePlan>['params'],
): Promise<PublicationState> {
  const catalog = await getPublishedPlans(context, id);
  const former = getPlan(catalog, planId);
  return publishPlans(context, catalog, {
    planId,
    plans: catalog.plans.filter((one) => one.id !== planId),
    kind: 'planRemoved',
    changes: listChanges(former, undefined, context.locale),
  });
}

/** A plan as its dialog shows it, and how many accounts have it. @throws NotFoundError */
export async function countPlanHolders(
  context: CallContext,
  { id, planId }: ParsedRequestOf<typeof contract.countPlanHolders>['params'],
): Promise<ResponseOf<typeof contract.countPlanHolders>> {
  const catalog = await getPublishedPlans(context, id);
  const plan = getPlan(catalog, planId);
  const price = findOnlyMonthlyPrice(plan);
  const { accounts } = await context.countHolders(context.database.query, [planId]);
  return {
    accounts,
    version: catalog.published.id,
    plan: toPlanInput(plan, context.locale),
    isAmountGiven: isAmountEditable(plan),
    amount: price ? toCents(price.amount) : null,
  };
}

interface PlansChange {
  readonly planId: string;
  readonly plans: readonly Written[];
  readonly kind: 'planAdded' | 'planChanged' | 'planRemoved';
  readonly changes: ReturnType<typeof listChanges>;
}

async function publishPlans(
  context: CallContext,
  { published, product }: PublishedPlans,
  { planId, plans, kind, changes }: PlansChange,
): Promise<PublicationState> {
  const { database, session, locale } = context;
  const products = (published.definition.products as readonly Written[]).map((one) =>
    one.id === product.id ? ({ ...one, plans, ...withoutRemovedPlans(one, plans) } as Written) : one,
  );
  // Checked as it came, because invalid values have no canonical form.
  const checked = await checkDefinition(database, withoutUndefined({ ...published.definition, products }));
  if (checked.problems) throw createInputError(checked.problems, product.id, planId, locale);
  await publishLimit.take(database, session.user.id);
  const definition = canonicalCatalog(checked.written);
  const detail = { productId: product.id, planId, changes };
  return publish(context, { definition, basedOn: published.id, event: { kind, detail } });
}

/** Removes deleted plans from the add-ons that were offered on certain plans. */
function withoutRemovedPlans(product: Written, plans: readonly Written[]): Written {
  const ids = plans.map(({ id }) => id);
  const addons = (product.addons ?? []) as readonly { plans?: readonly string[] }[];
  if (!addons.some((addon) => addon.plans?.some((id) => !ids.includes(id)))) return {};
  return {
    addons: addons.map((addon) =>
      addon.plans ? { ...addon, plans: addon.plans.filter((id) => ids.includes(id)) } : addon,
    ),
  };
}

/** Plan errors appear on their fields; all others are listed above, with their path. */
function createInputError(
  problems: readonly DefinitionProblem[],
  productId: string,
  planId: string,
  locale: Locale,
): InvalidInputError {
  const own = `products[${productId}].plans[${planId}]`;
  const fields: Record<string, Said[]> = {};
  for (const { place, message } of problems) {
    const isOwn = place.startsWith(own);
    const field = isOwn ? findDialogField(place.slice(own.length + 1)) : '';
    const words = formatMessage(message, locale);
    const text = isOwn && field ? toSentence(words) : `${place}${localizedColon(locale)}${words}`;
    fields[field] = [...(fields[field] ?? []), { text }];
  }
  return new InvalidInputError(fields);
}

function listChanges(before: WrittenPlan | undefined, after: WrittenPlan | undefined, locale: Locale) {
  return changesBetween(createAuditFacts(before, locale), createAuditFacts(after, locale), [
    'code',
    'name',
    'description',
    'featuredText',
    'isTrial',
    'processingType',
    'amountPerMonth',
  ]);
}

/** The audit log's facts of a plan; all null without a plan. */
function createAuditFacts(plan: WrittenPlan | undefined, locale: Locale) {
  const text = (written: WrittenPlan['name'] | undefined) => (written ? localize(written, locale) : null);
  return {
    code: plan?.code ?? null,
    name: text(plan?.name),
    description: text(plan?.description),
    featuredText: text(plan?.featuredText),
    isTrial: plan ? plan.trial !== undefined : null,
    processingType: plan ? (plan.processingType === 'manual' ? 'Manual' : 'Stripe') : null,
    amountPerMonth: (plan && findOnlyMonthlyPrice(plan)?.amount) ?? null,
  };
}
