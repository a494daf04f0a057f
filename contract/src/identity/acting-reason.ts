/** Length limits of a reason for acting as a user, in characters (SES-13). */
export const actingReasonLength = { least: 10, most: 500 } as const;
