export * from './accounts.ts';
export * from './catalog.ts';
export * from './installation.ts';
export * from './stripe.ts';
export * from './stripe-mirror.ts';
export * from './stripe-payments.ts';
export * from './subscriptions.ts';
export * from './upcoming-invoices.ts';
