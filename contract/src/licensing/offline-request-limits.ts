/** Maximum length of a request file, in characters. Usual files have a few hundred. */
export const longestOfflineRequest = 20_000;
