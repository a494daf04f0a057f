import type { Locale } from '@portico/contract';

/** Stripe's codes of the portal's languages, for invoices, receipts and their pages. */
export const languages = { en: 'en', fr: 'fr-CA' } as const satisfies Record<Locale, string>;
