export { useCardsNotice } from './cards-notice.tsx';
export { OperationNotice } from './operation-notice.tsx';
export { useProductOperation, useProductOperations, useUnsettledProducts } from './unsettled-operations.ts';
