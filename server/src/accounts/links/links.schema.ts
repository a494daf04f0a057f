import type { LinkKind } from '@portico/contract';
import { z } from 'zod';

/** What a link of each kind carries besides its user. */
export const linkData = {
  resetPassword: z.object({}),
  /** The account that its user joins, and who invited them: null where nobody knows any more. */
  invitation: z.object({ accountId: z.int(), invitedBy: z.int().nullable() }),
  /** The new address, and the one that it takes the place of: the same for who signed up with it. */
  confirmEmail: z.object({ email: z.string(), formerEmail: z.string() }),
  /** The address to be taken back, and the one that it was changed to. */
  undoEmail: z.object({ email: z.string(), changedTo: z.string() }),
  endSession: z.object({ sessionPublicId: z.uuid(), browserId: z.uuid().nullable() }),
} satisfies Record<LinkKind, z.ZodType>;

export type LinkData<Kind extends LinkKind> = z.infer<(typeof linkData)[Kind]>;

/** Seconds for which a link of each kind works (LINK-3). */
export const linkLifeSeconds = {
  resetPassword: 60 * 60,
  invitation: 7 * 24 * 60 * 60,
  confirmEmail: 24 * 60 * 60,
  undoEmail: 7 * 24 * 60 * 60,
  endSession: 7 * 24 * 60 * 60,
} satisfies Record<LinkKind, number>;
