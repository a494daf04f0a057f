/** A user as far as mail about invoices is concerned. */
interface Receiver {
  readonly id: number;
  readonly isOwner: boolean;
  readonly isAdmin: boolean;
}

/** Whether a user may get invoices and receipts by mail: the account's owner and admins may (REC-6). */
export function mayReceive({ isOwner, isAdmin }: Pick<Receiver, 'isOwner' | 'isAdmin'>): boolean {
  return isOwner || isAdmin;
}

/**
 * Whether a user gets invoices and receipts: the owner unless they said otherwise, an admin who asked for it (REC-6).
 * @param wasWarned whether those who pay were mailed that the payment had failed: who did not decline reads how it ended (LATE-6)
 */
export function receives(user: Receiver, choices: ReadonlyMap<number, boolean>, wasWarned = false): boolean {
  return mayReceive(user) && (choices.get(user.id) ?? (user.isOwner || wasWarned));
}
