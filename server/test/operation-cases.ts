import type { OperationCase } from './operation-case.ts';
import { cardCases } from './operation-cases-cards.ts';
import { changeCases } from './operation-cases-changes.ts';
import { invoiceCases } from './operation-cases-invoices.ts';
import { purchaseCases } from './operation-cases-purchases.ts';

/** Every kind of change that the portal makes at Stripe, by name. */
export const operationCases: Readonly<Record<string, OperationCase>> = {
  ...cardCases,
  ...invoiceCases,
  ...purchaseCases,
  ...changeCases,
};
