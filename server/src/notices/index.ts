export { attentionModule } from './attention/attention.module.ts';
export { createBillingFacts } from './attention/billing-facts.ts';
export { billingRecipientsModule } from './billing-recipients/billing-recipients.module.ts';
export { listNoticeContacts } from './billing-recipients/receivers.ts';
export { expiryNoticesModule } from './expiry-notices/expiry-notices.module.ts';
export { latePaymentsModule } from './late-payments/late-payments.module.ts';
