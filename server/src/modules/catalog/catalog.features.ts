import type { LicensedFeatures, Locale } from '@portico/contract';
import { localize } from '../../messages/index.ts';
import type { Plan, Product } from './catalog.types.ts';

/**
 * The licensed features of a product with the values of a plan (CAT-25). A feature that the plan does not include has the value null.
 * @param plan undefined where the product has no such plan any more: no feature has a value then
 */
export function presentFeatures(
  { featureScopes }: Pick<Product, 'featureScopes'>,
  plan: Pick<Plan, 'featureValues'> | undefined,
  locale: Locale,
): LicensedFeatures {
  return {
    scopes: featureScopes.map((scope) => ({
      caption: localize(scope.caption, locale),
      description: localize(scope.description, locale),
      features: scope.features.map(({ name, caption, description, type, fromVersion, toVersion }) => ({
        name,
        caption: localize(caption, locale),
        description: localize(description, locale),
        type,
        fromVersion,
        toVersion,
        value: plan?.featureValues[scope.name]?.[name] ?? null,
      })),
    })),
  };
}
