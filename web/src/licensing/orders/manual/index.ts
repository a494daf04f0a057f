export { useCreateManualOrder, useManualOrder } from './manual-order.ts';
export { ManualOrderActions } from './manual-order-actions.tsx';
export { ManualOrderForm } from './manual-order-form-lazy.ts';
export { ManualOrderTable } from './manual-order-table.tsx';
export { ManualOrderView } from './manual-order-view-lazy.ts';
export { detailsOf, type OrderDraft } from './order-draft.ts';
