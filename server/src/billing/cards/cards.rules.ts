/** When a card expires: the end of its month, UTC. */
export function cardExpiry({ expMonth, expYear }: { readonly expMonth: number; readonly expYear: number }): Date {
  return new Date(Date.UTC(expYear, expMonth, 1));
}
