import type { Cursor } from './cursor.ts';
import type { PathProblem } from './paths.ts';
import { allPlans, defaultTrialPriceId, isTrial, plansOf, pricesOf, products } from './rule-parts.ts';

/** Ids, slugs and codes name one thing each (CAT-3). Price plans, additional prices and add-on prices share their ids. */
export function idsAreUnique(file: Cursor): PathProblem[] {
  const addons = products(file).flatMap((product) => product.at('addons').items());
  const prices = [
    ...allPlans(file).flatMap(priceIdsOfPlan),
    ...addons.flatMap((addon) => fieldsOf(pricesOf(addon), 'id')),
  ];
  return [
    ...repeated(fieldsOf(file.at('companies').items(), 'slug'), 'slug'),
    ...repeated(fieldsOf(products(file), 'id'), 'product'),
    ...repeated(fieldsOf(allPlans(file), 'id'), 'plan'),
    ...repeated(fieldsOf(addons, 'id'), 'addon'),
    ...repeated(prices, 'price'),
    ...idsOfDefaultPrices(file, prices),
    ...products(file).flatMap(namesAreUnique),
    ...repeated(fieldsOf(file.at('coupons').items(), 'code'), 'coupon'),
  ];
}

function fieldsOf(blocks: readonly Cursor[], name: string): Cursor[] {
  return blocks.map((block) => block.at(name));
}

function priceIdsOfPlan(plan: Cursor): Cursor[] {
  return pricesOf(plan).flatMap((price) => [price.at('id'), ...fieldsOf(price.at('additionalPrices').items(), 'id')]);
}

/** The ids of prices that trials without prices get (TRL-2). */
function idsOfDefaultPrices(file: Cursor, prices: readonly Cursor[]): PathProblem[] {
  const made = new Set(
    allPlans(file)
      .filter((plan) => isTrial(plan) && pricesOf(plan).length === 0)
      .map((plan) => defaultTrialPriceId(plan.at('id').text() ?? '')),
  );
  return prices
    .filter((price) => made.has(price.text() ?? ''))
    .map((price) => price.problem('catalogFile.defaultPriceId'));
}

/** Plan codes and licensed features, which are unique within one product. */
function namesAreUnique(product: Cursor): PathProblem[] {
  const scopes = product.at('licensedFeatures').items();
  return [
    ...repeated(fieldsOf(plansOf(product), 'code'), 'code'),
    ...repeated(fieldsOf(scopes, 'scope'), 'scope'),
    ...scopes.flatMap((scope) => repeated(fieldsOf(scope.at('features').items(), 'name'), 'feature')),
  ];
}

/** Compared in lower case, because users type codes and addresses. */
function repeated(ids: readonly Cursor[], what: string): PathProblem[] {
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
