import type { FeatureComparison, LicensedFeatures, Locale } from '@portico/contract';
import { localize } from '../core/messages/index.ts';
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

/** The licensed features of a product beside each other, with the value of each of `plans` (CAT-41). */
export function compareFeatures(
  { featureScopes }: Pick<Product, 'featureScopes'>,
  plans: readonly Pick<Plan, 'id' | 'featureValues'>[],
  locale: Locale,
): FeatureComparison[] {
  return featureScopes.map((scope) => ({
    caption: localize(scope.caption, locale),
    features: scope.features.map(({ name, caption, description }) => ({
      caption: localize(caption, locale),
      description: localize(description, locale),
      values: Object.fromEntries(plans.map(({ id, featureValues }) => [id, featureValues[scope.name]?.[name] ?? null])),
    })),
  }));
}
