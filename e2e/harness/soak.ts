/** Whether all variants of stories run (`npm run soak`). `npm test` runs a sample of those that differ only in language, theme and width. */
export const isSoak = process.env.PORTICO_SOAK === '1';

/** The languages of a file's stories: both in the soak, one in `npm test`, chosen so that each language is used by half of the files. */
export const storyLanguages = (one: 'en' | 'fr'): readonly ['en' | 'fr', ...('en' | 'fr')[]] =>
  isSoak ? ['en', 'fr'] : [one];
