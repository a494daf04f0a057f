import { useState } from 'react';
import { withCatalog } from '../../../app/catalogs.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { paymentRequest } from '../../../lib/payment-request.ts';
import { useStore } from '../../../lib/use-store.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const PayInvoice = lazyPart(async () => {
  const module = await withCatalog('pay', () => import('./pay-invoice.tsx'));
  return module.PayInvoice;
});

/** Opens the payment of an invoice, whenever something of the page asks for it (INV-26). */
export function Payment() {
  const invoiceId = useStore(paymentRequest);
  const [attempt, setAttempt] = useState(0);
  if (invoiceId === null) return null;
  const close = () => paymentRequest.set(null);
  const giveUp = () => {
    setAttempt(attempt + 1);
    close();
  };
  return (
    <PartBoundary key={attempt} onFailure={giveUp}>
      <PayInvoice key={invoiceId} invoiceId={invoiceId} onClose={close} />
    </PartBoundary>
  );
}
