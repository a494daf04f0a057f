import { type LinkKind, paths } from '@portico/contract';
import { z } from 'zod';

/** What a link of each kind carries besides its user. */
export const linkData = {
  resetPassword: z.object({}),
  invitation: z.object({}),
  /** The new address, and the one that it takes the place of. */
  confirmEmail: z.object({ email: z.string(), formerEmail: z.string() }),
  /** The address to be taken back, and the one that it was changed to. */
  undoEmail: z.object({ email: z.string(), changedTo: z.string() }),
  endSession: z.object({ sessionPublicId: z.uuid(), browserId: z.uuid().nullable() }),
} satisfies Record<LinkKind, z.ZodType>;

export type LinkData<Kind extends LinkKind> = z.infer<(typeof linkData)[Kind]>;

/** The page of a link of each kind. */
export const linkPages = {
  resetPassword: paths.resetPassword,
  invitation: paths.invitation,
  confirmEmail: paths.confirmEmail,
  undoEmail: paths.undoEmail,
  endSession: paths.endSession,
} satisfies Record<LinkKind, string>;

/** Seconds for which a link of each kind works (LINK-3). */
export const linkLives = {
  resetPassword: 60 * 60,
  invitation: 7 * 24 * 60 * 60,
  confirmEmail: 24 * 60 * 60,
  undoEmail: 7 * 24 * 60 * 60,
  endSession: 7 * 24 * 60 * 60,
} satisfies Record<LinkKind, number>;
