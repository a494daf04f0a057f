export { useCockpit } from './api/cockpit.ts';
export { CancellationsCard } from './components/cancellations-card.tsx';
export { FailedPaymentsCard } from './components/failed-payments-card.tsx';
export { MoneyCard } from './components/money-card.tsx';
export { NeedsCard } from './components/needs-card.tsx';
export { RenewalsCard } from './components/renewals-card.tsx';
