/** Whether stories are told in full (`npm run soak`). `npm test` tells a sample of those that differ in language, theme and width alone. */
export const isSoak = process.env.PORTICO_SOAK === '1';

/** The languages in which a file tells its stories: both in the soak, one in `npm test`, so that half of the files are told in each. */
export const storyLanguages = (one: 'en' | 'fr'): readonly ['en' | 'fr', ...('en' | 'fr')[]] =>
  isSoak ? ['en', 'fr'] : [one];
