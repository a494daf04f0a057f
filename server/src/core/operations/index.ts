export type { OperationKind } from './define-operation.ts';
export {
  bindOperation,
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from './define-operation.ts';
export { ChangeUnderWayError, toOperationError } from './errors.ts';
export {
  countFailedAfterOutcome,
  findFailureOfLastHour,
  hasPendingElsewhere,
  listOutcomeValues,
} from './history.queries.ts';
export {
  findLastOperation,
  findLiveOperation,
  findOperation,
  listLiveOperations,
  type Operation,
} from './operations.queries.ts';
export {
  beginOperation,
  createOperations,
  listCardsHeld,
  makeChange,
  type OperationState,
  type Operations,
  operationJob,
  registerOperations,
  runOperation,
  toOperationStatus,
} from './operations.ts';
export { operationRetentionJob } from './retention.ts';
