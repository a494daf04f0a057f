export { useLatestPayments } from './api/list-payments.ts';
export { usePayment } from './api/payment.ts';
export { AllPayments } from './components/all-payments.tsx';
export { PaymentDetails } from './components/payment-details.tsx';
export { PaymentStatus } from './components/payment-status.tsx';
