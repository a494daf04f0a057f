import { CardPicker } from '../../cards/components/card-picker.tsx';
import { type CardChoiceSlot, PayDialog } from '../../invoices/pay/pay-dialog.tsx';
import { useCardsNotice } from '../../operations/cards-notice.tsx';

/** The payment of an invoice with the saved cards of the account. */
export function PayInvoice({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  return <PayDialog invoiceId={invoiceId} onClose={onClose} renderCards={(slot) => <Cards {...slot} />} />;
}

function Cards(slot: CardChoiceSlot) {
  return <CardPicker {...slot} unsettledNotice={useCardsNotice()} />;
}
