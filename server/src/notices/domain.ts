import { findPaidWith } from '../billing/index.ts';
import type { PortalModule } from '../core/portal-module.ts';
import type { AttentionContext } from './attention/attention.context.ts';
import { attentionModule } from './attention/attention.routes.ts';
import type { BillingRecipientsContext } from './billing-recipients/billing-recipients.context.ts';
import { billingRecipientsModule } from './billing-recipients/billing-recipients.routes.ts';
import { listNoticeContacts } from './billing-recipients/receivers.ts';
import type { ExpiryNoticesContext } from './expiry-notices/expiry-notices.context.ts';
import { expiryNoticesModule } from './expiry-notices/send-expiry-notices.ts';
import type { LatePaymentsContext } from './late-payments/late-payments.context.ts';
import { latePaymentsModule } from './late-payments/late-payments.routes.ts';

type DomainContext = AttentionContext &
  Omit<BillingRecipientsContext, 'findPaidWith'> &
  Omit<ExpiryNoticesContext, 'listNoticeContacts'> &
  LatePaymentsContext;

/** Notices that customers see and get by mail. */
export function noticesDomain(context: DomainContext): readonly PortalModule[] {
  return [
    attentionModule(context),
    billingRecipientsModule({ ...context, findPaidWith }),
    latePaymentsModule(context),
    expiryNoticesModule({ ...context, listNoticeContacts }),
  ];
}
