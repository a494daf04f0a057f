export { createBillingFacts } from './attention/billing-facts.ts';
export { noticesDomain } from './domain.ts';
