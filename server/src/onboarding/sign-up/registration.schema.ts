import { locales } from '@portico/contract';
import { z } from 'zod';
import { purchaseOutcome, purchaseRequest } from '../../billing/index.ts';
import type { OperationOf } from '../../core/operations/index.ts';

/** The stored request of a registration's operation. */
export const registrationRequest = z.object({
  customer: z.object({
    name: z.string(),
    email: z.string(),
    purchaseOrder: z.string().optional(),
    language: z.enum(locales).optional(),
  }),
  /** The purchase, for a customer that does not exist yet; null if nothing is bought. */
  purchase: purchaseRequest.omit({ customerId: true }).nullable(),
});
export const registrationOutcome = z.object({ purchase: purchaseOutcome.nullable() });

export type RegistrationRequest = z.infer<typeof registrationRequest>;
export type RegistrationOutcome = z.infer<typeof registrationOutcome>;
export type RegistrationOperation = OperationOf<RegistrationRequest, RegistrationOutcome>;
