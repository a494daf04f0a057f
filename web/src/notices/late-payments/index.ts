export { LatePaymentTable } from './components/late-payment-table.tsx';
export { LatePaymentsCard } from './components/late-payments-card.tsx';
