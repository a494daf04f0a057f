/** Length limits of the text that says how a person was verified, in characters (USR-33). */
export const verificationLength = { least: 10, most: 300 } as const;
