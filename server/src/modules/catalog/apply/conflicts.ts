import type { CatalogDefinition } from '../file/definition.ts';
import type { Path } from '../file/problems.ts';
import type { StoredCatalog } from './apply.queries.ts';

/**
 * Finds what the file may not change. Subscriptions name ids permanently, so an id keeps its kind and its parent.
 */
export function findConflicts(
  definition: CatalogDefinition,
  stored: StoredCatalog,
): { readonly path: Path; readonly message: string }[] {
  const origin = (table: string, id: string): Path => [...(definition.origins.get(`${table} ${id}`) ?? []), 'id'];
  const storedPlans = new Map(stored.plans.map((row) => [row.id, row]));
  const storedAddons = new Map(stored.addons.map((row) => [row.id, row]));
  const storedPrices = new Map(stored.prices.map((row) => [row.id, row]));
  const storedCodes = new Map(stored.coupons.map(({ code }) => [code.toLowerCase(), code]));
  return [
    ...definition.plans.flatMap(({ id, productId }) => {
      const before = storedPlans.get(id);
      return before && before.productId !== productId
        ? [{ path: origin('plans', id), message: belongsElsewhere(`a plan of ${before.productId}`) }]
        : [];
    }),
    ...definition.addons.flatMap(({ id, productId }) => {
      const before = storedAddons.get(id);
      return before && before.productId !== productId
        ? [{ path: origin('addons', id), message: belongsElsewhere(`an add-on of ${before.productId}`) }]
        : [];
    }),
    ...definition.prices.flatMap((price) => {
      const before = storedPrices.get(price.id);
      const same =
        !before ||
        (before.kind === price.kind &&
          before.planId === price.planId &&
          before.pricePlanId === price.pricePlanId &&
          before.addonId === price.addonId);
      return same
        ? []
        : [
            {
              path: origin('prices', price.id),
              message: belongsElsewhere(`a price of ${before.pricePlanId ?? before.planId ?? before.addonId}`),
            },
          ];
    }),
    ...definition.coupons.flatMap(({ code }) => {
      const before = storedCodes.get(code.toLowerCase());
      return before && before !== code
        ? [
            {
              path: [...(definition.origins.get(`coupons ${code}`) ?? []), 'code'],
              message: `should be spelled '${before}', as it was before: customers may type it in any case`,
            },
          ]
        : [];
    }),
    ...definition.companies.flatMap(({ slug }, index) => {
      const holder = stored.companies.find((company) => company.slug === slug);
      return index === 0 && holder && holder.id !== 1
        ? [{ path: ['companies', 0, 'slug'], message: `should not be '${slug}', which is another company's` }]
        : index > 0 && holder?.id === 1
          ? [{ path: ['companies', index, 'slug'], message: `should not be '${slug}', which is the default company's` }]
          : [];
    }),
  ];
}

function belongsElsewhere(what: string): string {
  return `should be a new one: this one was given to ${what} before, and subscriptions go on naming it`;
}
