import type { Cursor } from './cursor.ts';
import type { PathProblem } from './problems.ts';
import { allPlans, defaultTrialPriceId, isTrial, plansOf, pricesOf, products } from './rule-parts.ts';

/** Ids, slugs and codes name one thing each. Price plans, additional prices and add-on prices share their ids. */
export function idsAreUnique(file: Cursor): PathProblem[] {
  const addons = products(file).flatMap((product) => product.at('addons').items());
  const prices = [
    ...allPlans(file).flatMap(priceIdsOfPlan),
    ...addons.flatMap((addon) => fieldsOf(pricesOf(addon), 'id')),
  ];
  return [
    ...repeated(fieldsOf(file.at('companies').items(), 'slug'), 'the slug of a company'),
    ...repeated(fieldsOf(products(file), 'id'), 'the id of a product'),
    ...repeated(fieldsOf(allPlans(file), 'id'), 'the id of a plan'),
    ...repeated(fieldsOf(addons, 'id'), 'the id of an add-on'),
    ...repeated(prices, 'the id of a price (price plans, additional prices and add-on prices share their ids)'),
    ...idsOfDefaultPrices(file, prices),
    ...products(file).flatMap(namesAreUnique),
    ...repeated(fieldsOf(file.at('coupons').items(), 'code'), 'the code of a coupon'),
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
    .map((price) => price.should('should be another id: a trial without prices makes a price of this one'));
}

/** Plan codes and licensed features, which are unique within one product. */
function namesAreUnique(product: Cursor): PathProblem[] {
  const scopes = product.at('licensedFeatures').items();
  return [
    ...repeated(fieldsOf(plansOf(product), 'code'), 'the code of a plan of this product'),
    ...repeated(fieldsOf(scopes, 'scope'), 'a scope of this product'),
    ...scopes.flatMap((scope) => repeated(fieldsOf(scope.at('features').items(), 'name'), 'a feature of this scope')),
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
    return [id.should(`should be unique: '${id.text()}' is already ${what}`)];
  });
}
