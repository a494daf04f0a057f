/** Point-of-sale providers of the cannabis industry, by which a plan can be recommended to a visitor (SIGN-43). */
export const pointsOfSale = ['BioTrack', 'Cova', 'Dutchie', 'Flowhub', 'Greenbits', 'Treez'] as const;
