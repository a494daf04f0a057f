/** Whether stories are told in full (`npm run soak`). `npm test` tells a sample of those that differ in language, theme and width alone. */
export const isSoak = process.env.PORTICO_SOAK === '1';
