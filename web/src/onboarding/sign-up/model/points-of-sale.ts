import { pointsOfSale } from '@portico/contract/sign-up';
import { writeStored } from '../../../lib/storage.ts';

/** The storage key of the point-of-sale provider, which the products in this browser read (SIGN-43). */
const branchKey = 'portico.signUp.pointOfSale';

/** @param provider the chosen provider; an unknown one deletes the stored value */
export function storePointOfSale(provider: string): void {
  writeStored(branchKey, pointsOfSale.find((known) => known === provider) ?? '');
}
