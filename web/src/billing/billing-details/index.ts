export { useBillingDetails } from './api/billing-details.ts';
