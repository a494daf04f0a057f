import type { Action } from '@portico/contract';
import { type Caller, expectations } from './access-expectations.ts';

/**
 * A visitor; the owner of another account; of the account itself a read-only user with features, a user without
 * features and an admin; an operator.
 */
export const actors = [
  'nobody',
  'otherOwner',
  'readOnly',
  'user',
  'admin',
  'operator',
] as const satisfies readonly Caller[];
export type Actor = (typeof actors)[number];

export interface AccessRow {
  /** The call's action, stated a second time, so that a wrong action in the contract fails. */
  readonly action: Action;
  /** The status for an allowed caller. The requested object belongs to nobody, so a later check determines it. */
  readonly answer: number;
  /** Different statuses for some actors, if the service distinguishes them. */
  readonly answers?: Partial<Record<Actor, number>>;
  readonly call?: {
    readonly params?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly body?: object;
  };
  /** The kind of object in the path's parameters: of one account, or shared. Required for endpoints with parameters. */
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
  /** The parameter with its id, unless it is the subject's usual one. */
  readonly parameter?: string;
}

/** The expected status of a call. Actors that the action's expectation leaves out are refused. */
export function expectedAnswer(actor: Actor, { action, answer, answers }: AccessRow): number {
  if (expectations[action].includes(actor)) return answers?.[actor] ?? answer;
  return actor === 'nobody' ? 401 : 403;
}
