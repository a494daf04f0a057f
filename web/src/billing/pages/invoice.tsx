import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cardName } from '../../lib/card-brands.ts';
import { requestPayment } from '../../lib/payment-request.ts';
import { can } from '../../lib/permissions.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { BrandMark } from '../cards/components/brand-mark.tsx';
import { InvoiceDetails } from '../invoices/details/invoice-details.tsx';
import { firstLines, useInvoice } from '../invoices/invoices.api.ts';

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

/** An invoice under its product. The invoice of another product is shown under billing instead (INV-12). */
export function PlanInvoicePage() {
  const { id, subscriptionPlanId } = useParams({ from: '/Products/$id/Plans/$subscriptionPlanId' });
  const invoice = useInvoice(subscriptionPlanId, firstLines).data;
  if (invoice && invoice.productId !== id.toLowerCase())
    return <Navigate to="/Billing/Invoices/$id/Details" params={{ id: subscriptionPlanId }} replace />;
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
