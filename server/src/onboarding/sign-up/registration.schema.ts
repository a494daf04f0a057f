import { locales } from '@portico/contract';
import { z } from 'zod';
import { purchaseOutcome, purchaseRequest } from '../../billing/index.ts';
import type { OperationOf } from '../../core/operations/index.ts';

/** The request that a registration's operation stores. */
export const registrationRequest = z.object({
  customer: z.object({
    name: z.string(),
    email: z.string(),
    purchaseOrder: z.string().optional(),
    language: z.enum(locales).optional(),
  }),
  /** What is bought, by the customer that is yet to be made; null where nothing is. */
  purchase: purchaseRequest.omit({ customerId: true }).nullable(),
});
export const registrationOutcome = z.object({ purchase: purchaseOutcome.nullable() });

export type RegistrationRequest = z.infer<typeof registrationRequest>;
export type RegistrationOutcome = z.infer<typeof registrationOutcome>;
export type RegistrationOperation = OperationOf<RegistrationRequest, RegistrationOutcome>;
