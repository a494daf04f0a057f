export * from './accounts.ts';
export * from './catalog.ts';
export * from './stripe.ts';
export * from './subscriptions.ts';
export * from './installation.ts';
