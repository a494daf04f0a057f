export * from './accounts.ts';
export * from './catalog.ts';
export * from './installation.ts';
export * from './stripe.ts';
export * from './subscriptions.ts';
