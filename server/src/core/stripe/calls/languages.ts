import type { Locale } from '@portico/contract';

/** The portal's languages as Stripe calls those of invoices, receipts and their pages. */
export const languages = { en: 'en', fr: 'fr-CA' } as const satisfies Record<Locale, string>;
