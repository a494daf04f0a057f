import type { LinkKind } from '@portico/contract';
import { z } from 'zod';

/** The data of each kind of link, besides its user. */
export const linkData = {
  resetPassword: z.object({}),
  /** The account that its user joins, and the inviter; null if no longer known. */
  invitation: z.object({ accountId: z.int(), invitedBy: z.int().nullable() }),
  /** The new address and the address that it replaces. */
  confirmEmail: z.object({ email: z.string(), formerEmail: z.string() }),
  /** The address of the sign-up form. */
  confirmSignUp: z.object({ email: z.string() }),
  /** The address to take back, and the one that it was changed to. */
  undoEmail: z.object({ email: z.string(), changedTo: z.string() }),
  endSession: z.object({ sessionPublicId: z.uuid(), browserId: z.uuid().nullable() }),
} satisfies Record<LinkKind, z.ZodType>;

export type LinkData<Kind extends LinkKind> = z.infer<(typeof linkData)[Kind]>;

/** Links that give access to a user, by a password or an address. */
export const accessLinks = [
  'resetPassword',
  'invitation',
  'confirmEmail',
  'confirmSignUp',
] as const satisfies readonly LinkKind[];

/** How long a link of each kind works, in seconds (LINK-3). */
export const linkLifeSeconds = {
  resetPassword: 60 * 60,
  invitation: 7 * 24 * 60 * 60,
  confirmEmail: 24 * 60 * 60,
  confirmSignUp: 7 * 24 * 60 * 60,
  undoEmail: 7 * 24 * 60 * 60,
  endSession: 7 * 24 * 60 * 60,
} satisfies Record<LinkKind, number>;
