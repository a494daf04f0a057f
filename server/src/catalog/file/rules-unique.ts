import type { Cursor } from './cursor.ts';
import type { PathProblem } from './paths.ts';
import { defaultTrialPriceId, isTrial, listAllPlans, listPlans, listPrices, listProducts } from './rule-parts.ts';

/** Ids, slugs and codes are unique (CAT-3). Price plans, additional prices and add-on prices share one set of ids. */
export function idsAreUnique(file: Cursor): PathProblem[] {
  const addons = listProducts(file).flatMap((product) => product.at('addons').items());
  const prices = [
    ...listAllPlans(file).flatMap(listPriceIds),
    ...addons.flatMap((addon) => listFields(listPrices(addon), 'id')),
  ];
  return [
    ...findRepeated(listFields(file.at('companies').items(), 'slug'), 'slug'),
    ...findRepeated(listFields(listProducts(file), 'id'), 'product'),
    ...findRepeated(listFields(listAllPlans(file), 'id'), 'plan'),
    ...findRepeated(listFields(addons, 'id'), 'addon'),
    ...findRepeated(prices, 'price'),
    ...findDefaultPriceIds(file, prices),
    ...listProducts(file).flatMap(namesAreUnique),
    ...findRepeated(listFields(file.at('coupons').items(), 'code'), 'coupon'),
  ];
}

function listFields(blocks: readonly Cursor[], name: string): Cursor[] {
  return blocks.map((block) => block.at(name));
}

function listPriceIds(plan: Cursor): Cursor[] {
  return listPrices(plan).flatMap((price) => [
    price.at('id'),
    ...listFields(price.at('additionalPrices').items(), 'id'),
  ]);
}

/** Ids that are used by the default prices of trials (TRL-2). */
function findDefaultPriceIds(file: Cursor, prices: readonly Cursor[]): PathProblem[] {
  const made = new Set(
    listAllPlans(file)
      .filter((plan) => isTrial(plan) && listPrices(plan).length === 0)
      .map((plan) => defaultTrialPriceId(plan.at('id').text() ?? '')),
  );
  return prices
    .filter((price) => made.has(price.text() ?? ''))
    .map((price) => price.problem('catalogFile.defaultPriceId'));
}

/** Plan codes and licensed features are unique within a product. */
function namesAreUnique(product: Cursor): PathProblem[] {
  const scopes = product.at('licensedFeatures').items();
  return [
    ...findRepeated(listFields(listPlans(product), 'code'), 'code'),
    ...findRepeated(listFields(scopes, 'scope'), 'scope'),
    ...scopes.flatMap((scope) => findRepeated(listFields(scope.at('features').items(), 'name'), 'feature')),
  ];
}

/** Compared in lower case, because users type codes and addresses. */
function findRepeated(ids: readonly Cursor[], what: string): PathProblem[] {
  const first = new Map<string, Cursor>();
  return ids.flatMap((id) => {
    const key = id.text()?.toLowerCase();
    if (!key) return [];
    const earlier = first.get(key);
    if (!earlier) {
      first.set(key, id);
      return [];
    }
    return [id.problem('catalogFile.repeated', { value: id.text() ?? '', what })];
  });
}
