import type { Page } from '@playwright/test';
import type { LiveOperation } from '@portico/contract';
import { product } from './screen.ts';

/** Stubs an unsettled operation that the account does not have. */
export async function stubOperation(
  page: Page,
  operation: Pick<LiveOperation, 'kind' | 'productId' | 'status'>,
): Promise<void> {
  const id = '0b8f2a55-6f0e-4e5c-9d2c-0d3f3c5b8f11';
  const createdAt = new Date().toISOString();
  await page.route('**/api/Billing/Operations', (route) =>
    route.fulfill({ json: { items: [{ id, createdAt, ...operation }] } }),
  );
}

/** A purchase whose bank asks the cardholder. */
export const waitingPurchase = { kind: 'purchase', productId: product.id, status: 'requiresAction' } as const;
/** A card that is being added, made the default one, or deleted. */
export const cardChange = { kind: 'card', productId: null, status: 'pending' } as const;
