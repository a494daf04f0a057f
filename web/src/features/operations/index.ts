export { useCardsNotice } from './cards-notice.tsx';
export { useProductOperation, useProductOperations, useProductsBeingConfirmed } from './live-operations.ts';
export { OperationNotice } from './operation-notice.tsx';
