// The parts of the contract that run in the browser. Nothing here imports zod, which would be too large for a page.

export * from './accounts/audit-groups.ts';
export * from './accounts/brand-colors.ts';
export * from './accounts/logo-files.ts';
export * from './accounts/verification-length.ts';
export * from './api/comparison-key.ts';
export * from './api/ids-revision.ts';
export * from './api/money-locale.ts';
export * from './api/paths.ts';
export * from './api/permissions.ts';
export * from './api/roles.ts';
export * from './api/search-key.ts';
export * from './api/shown-customers.ts';
export * from './billing/coupon-code.ts';
export * from './billing/trial-options.ts';
export * from './identity/acting-reason.ts';
export * from './identity/external-provider-types.ts';
export * from './licensing/offline-request-limits.ts';
export * from './licensing/product-token-limits.ts';
export * from './notices/notice-days.ts';
