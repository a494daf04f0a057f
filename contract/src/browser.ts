// What the browser runs of the contract. Nothing in here imports zod, whose weight no page should carry.
export * from './acting-reason.ts';
export * from './audit-groups.ts';
export * from './brand-colors.ts';
export * from './coupon-code.ts';
export * from './external-provider-types.ts';
export * from './logo-files.ts';
export * from './notice-days.ts';
export * from './offline-request-limits.ts';
export * from './paths.ts';
export * from './permissions.ts';
export * from './product-token-limits.ts';
export * from './shown-customers.ts';
export * from './trial-options.ts';
