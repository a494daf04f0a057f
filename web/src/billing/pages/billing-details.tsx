import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';
import { useRecipients } from '../../notices/billing-recipients/billing-recipients.api.ts';
import { RecipientsCard } from '../../notices/billing-recipients/components/recipients-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import { useBillingDetails } from '../billing-details/billing-details.api.ts';
import { InvoiceHead } from '../billing-details/components/invoice-head.tsx';

const DetailsForm = lazyPart(() =>
  import('../billing-details/components/details-form.tsx').then((module) => module.DetailsForm),
);

/** Whom invoices are for, and who gets them by mail. Who may change nothing sees both. */
export function BillingDetailsPage() {
  const locale = useLocale();
  const details = useBillingDetails();
  const mayChange = can('billingDetails.manage');
  usePreload(DetailsForm);
  return (
    <>
      <PageHeader
        description={mayChange ? undefined : <Trans>You see the billing details and cannot change them.</Trans>}
      />
      <div className="grid gap-5">
        <QueryView query={details} missing={<Trans>There are no billing details</Trans>} skeletonClassName="h-[620px]">
          {(data) =>
            mayChange ? (
              <Suspense fallback={<LoadingCard skeletonClassName="h-[620px]" />}>
                <DetailsForm details={data} onOutdated={() => void details.refetch()} />
              </Suspense>
            ) : (
              <InvoiceHead head={{ ...data, language: data.language ?? locale }} />
            )
          }
        </QueryView>
        <QueryView query={useRecipients()} missing={<Trans>There are no recipients</Trans>} skeletonClassName="h-64">
          {({ items, own }) => <RecipientsCard items={items} own={own} />}
        </QueryView>
      </div>
    </>
  );
}
