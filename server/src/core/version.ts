/** The version that the footer shows (PAGE-9). */
export const version = '1.2506.5.4';
