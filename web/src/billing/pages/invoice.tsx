import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cardName } from '../../lib/card-brands.ts';
import { requestPayment } from '../../lib/payment-request.ts';
import { can } from '../../lib/permissions.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { BrandMark } from '../cards/components/brand-mark.tsx';
import { InvoiceDetails } from '../invoices/details/invoice-details.tsx';

/** One invoice. Mails link to the dialog that pays the invoice, which opens over this page. */
export function InvoicePage() {
  const { id } = useParams({ from: '/Billing/Invoices/$id/Details' });
  const { pay } = useSearch({ from: '/Billing/Invoices/$id/Details' });
  const navigate = useNavigate();
  useEffect(() => {
    if (!pay) return;
    // Removes `pay` from the address, so that returning later shows only the invoice.
    void navigate({ to: '.', search: {}, replace: true });
    if (can('invoices.pay')) requestPayment(id);
  }, [pay, id, navigate]);
  return <Invoice id={id} />;
}

/** The same invoice under its product. */
export function PlanInvoicePage() {
  const { subscriptionPlanId } = useParams({ from: '/Products/$id/Plans/$subscriptionPlanId' });
  return <Invoice id={subscriptionPlanId} />;
}

function Invoice({ id }: { id: string }) {
  const title = usePageTitle();
  return (
    <InvoiceDetails
      key={id}
      id={id}
      title={title}
      renderCard={({ brand, last4 }) => (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <BrandMark brand={brand} />
          <span className="sr-only">{cardName({ brand, last4 })}</span>
          <span aria-hidden="true">•••• {last4}</span>
        </span>
      )}
    />
  );
}
