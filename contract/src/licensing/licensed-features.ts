import { z } from 'zod';

/** 0 host-locked (per seat), 1 floating. */
export const licenseModel = z.union([z.literal(0), z.literal(1)]);

/** A plan's value of a feature: whether, how many, or which. */
export const featureValue = z.union([z.boolean(), z.number(), z.string()]);
export type FeatureValue = z.infer<typeof featureValue>;

/** The features that a plan includes, by scope. */
export const licensedFeatures = z.object({
  scopes: z.array(
    z.object({
      caption: z.string(),
      description: z.string(),
      features: z.array(
        z.object({
          name: z.string(),
          caption: z.string(),
          description: z.string(),
          type: z.enum(['bool', 'string', 'int']),
          /** The product versions that have the feature; null for no bound. */
          fromVersion: z.string().nullable(),
          toVersion: z.string().nullable(),
          /** Null if the plan does not include the feature. */
          value: featureValue.nullable(),
        }),
      ),
    }),
  ),
});
export type LicensedFeatures = z.infer<typeof licensedFeatures>;
