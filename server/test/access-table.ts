import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';
import { customerCalls } from './access-table-customers.ts';
import { vendorCalls } from './access-table-vendor.ts';

/** Every endpoint of the contract. A new one without a row does not compile, and fails the test. */
export const accessTable: Record<keyof EndpointMap, AccessRow> = { ...customerCalls, ...vendorCalls };
