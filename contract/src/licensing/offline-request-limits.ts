/** Characters of a request file, which is a few hundred of them. */
export const longestOfflineRequest = 20_000;
