import { isAccountAdmin } from '@portico/contract';

/** A user as far as mail about invoices is concerned. */
interface Receiver {
  readonly id: number;
  readonly isOwner: boolean;
  readonly isAdmin: boolean;
}

/**
 * Whether a user gets invoices and receipts: the owner unless they said otherwise, an admin who asked for it (REC-6).
 * @param wasWarned whether those who pay were mailed that the payment had failed: who did not decline reads how it ended (LATE-6)
 */
export function receives(user: Receiver, choices: ReadonlyMap<number, boolean>, wasWarned = false): boolean {
  return isAccountAdmin(user) && (choices.get(user.id) ?? (user.isOwner || wasWarned));
}
