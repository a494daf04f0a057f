import { writeStored } from '../../../lib/storage.ts';

/** Point-of-sale providers that are asked about in the cannabis industry. */
export const pointsOfSale = ['BioTrack', 'Cova', 'Dutchie', 'Flowhub', 'Greenbits', 'Treez'] as const;

/** The branch of a visitor whose provider is among those; kept in this browser for the products that meet it (SIGN-43). */
const branchKey = 'portico.signUp.pointOfSale';

/** @param provider what was chosen; anything else but a known provider ends the branch */
export function keepPointOfSale(provider: string): void {
  writeStored(branchKey, pointsOfSale.find((known) => known === provider) ?? '');
}
