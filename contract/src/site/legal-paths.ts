import { paths } from '../api/paths.ts';

/** The pages of the legal texts, by the text's name. */
export const legalPaths = {
  terms: paths.terms,
  privacy: paths.privacy,
  'subscription-terms': paths.subscriptionTerms,
} as const;

export type LegalName = keyof typeof legalPaths;
