import { writeStored } from '../../../lib/storage.ts';

/** Point-of-sale providers to choose from in the cannabis industry. */
export const pointsOfSale = ['BioTrack', 'Cova', 'Dutchie', 'Flowhub', 'Greenbits', 'Treez'] as const;

/** The storage key of the point-of-sale provider, which the products in this browser read (SIGN-43). */
const branchKey = 'portico.signUp.pointOfSale';

/** @param provider the chosen provider; an unknown one deletes the stored value */
export function storePointOfSale(provider: string): void {
  writeStored(branchKey, pointsOfSale.find((known) => known === provider) ?? '');
}
