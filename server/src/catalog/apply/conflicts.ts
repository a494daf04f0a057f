import type { CatalogDefinition } from '../file/definition.ts';
import type { Path, PathProblem } from '../file/paths.ts';
import type { CatalogMessage } from '../file/words.ts';
import type { StoredCatalog } from './apply.queries.ts';

interface OfProduct {
  readonly id: string;
  readonly productId: string;
}

/** Finds changes that the file may not make. Subscriptions refer to ids permanently, so an id keeps its kind and parent. */
export function findConflicts(definition: CatalogDefinition, stored: StoredCatalog): PathProblem[] {
  const origin = (table: string, id: string): Path => [...(definition.origins.get(`${table} ${id}`) ?? []), 'id'];
  const storedPlans = new Map(stored.plans.map((row) => [row.id, row]));
  const storedAddons = new Map(stored.addons.map((row) => [row.id, row]));
  const storedPrices = new Map(stored.prices.map((row) => [row.id, row]));
  const storedCodes = new Map(stored.coupons.map(({ code }) => [code.toLowerCase(), code]));
  const moved = (what: 'plan' | 'addon', rows: readonly OfProduct[], before: ReadonlyMap<string, OfProduct>) =>
    rows.flatMap(({ id, productId }) => {
      const owner = before.get(id)?.productId;
      return owner !== undefined && owner !== productId
        ? [{ path: origin(`${what}s`, id), message: belongsElsewhereProblem(what, owner) }]
        : [];
    });
  return [
    ...moved('plan', definition.plans, storedPlans),
    ...moved('addon', definition.addons, storedAddons),
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
              message: belongsElsewhereProblem('price', before.pricePlanId ?? before.planId ?? before.addonId ?? ''),
            },
          ];
    }),
    ...definition.coupons.flatMap(({ code }): PathProblem[] => {
      const before = storedCodes.get(code.toLowerCase());
      return before && before !== code
        ? [
            {
              path: [...(definition.origins.get(`coupons ${code}`) ?? []), 'code'],
              message: { key: 'catalogFile.couponSpelling', values: { code: before } },
            },
          ]
        : [];
    }),
    ...definition.companies.flatMap(({ slug }, index): PathProblem[] => {
      const holder = stored.companies.find((company) => company.slug === slug);
      return index === 0 && holder && holder.id !== 1
        ? [{ path: ['companies', 0, 'slug'], message: { key: 'catalogFile.slugOfAnother', values: { slug } } }]
        : index > 0 && holder?.id === 1
          ? [
              {
                path: ['companies', index, 'slug'],
                message: { key: 'catalogFile.slugOfDefault', values: { slug } },
              },
            ]
          : [];
    }),
  ];
}

function belongsElsewhereProblem(what: 'plan' | 'addon' | 'price', owner: string): CatalogMessage {
  return { key: 'catalogFile.belongsElsewhere', values: { what, owner } };
}
