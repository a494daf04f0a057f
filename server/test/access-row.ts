import type { Action } from '@portico/contract';
import { type Asker, expectations } from './access-expectations.ts';

/** Nobody; the owner of another account; of the account itself a read-only user with features, a user without, an admin; an operator. */
export const actors = [
  'nobody',
  'otherOwner',
  'readOnly',
  'user',
  'admin',
  'operator',
] as const satisfies readonly Asker[];
export type Actor = (typeof actors)[number];

export interface AccessRow {
  /** What the call does, written down a second time: an endpoint that the contract gives another action fails. */
  readonly action: Action;
  /** The status for who is let in. What is asked for belongs to nobody, so that letting in is told by what comes after. */
  readonly answer: number;
  /** What single actors get in place of it, where the service tells them apart. */
  readonly answers?: Partial<Record<Actor, number>>;
  readonly call?: {
    readonly params?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly body?: object;
  };
  /** What the path's parameters name: something of one account, or what is there for all. Each endpoint with parameters says. */
  readonly subject?:
    | 'subscription'
    | 'card'
    | 'purchase'
    | 'payment'
    | 'invoice'
    | 'user'
    | 'order'
    | 'license'
    | 'recipient'
    | 'provider'
    | 'device'
    | 'token'
    | 'shared';
  /** The parameter that names it, where it is not the subject's usual one. */
  readonly parameter?: string;
}

/** What an actor gets for the row's call: whom the expectation of its action leaves out is refused. */
export function expectedAnswer(actor: Actor, { action, answer, answers }: AccessRow): number {
  if (expectations[action].includes(actor)) return answers?.[actor] ?? answer;
  return actor === 'nobody' ? 401 : 403;
}
