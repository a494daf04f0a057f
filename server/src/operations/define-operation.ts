import type { LiveOperation } from '@portico/contract';
import type { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import type { Step } from '../stripe/index.ts';
import type { Operation } from './operations.queries.ts';

/** A row whose request and outcome were parsed by its definition. */
export interface OperationOf<Request, Outcome> extends Omit<Operation, 'request' | 'result'> {
  readonly request: Request;
  /** Null until something is known of it. */
  readonly outcome: Outcome | null;
}

/** What performing an operation came to. */
export type Performed<Outcome> =
  | { readonly state: 'succeeded'; readonly outcome: Outcome }
  /** Waits for the card's holder; `outcome` is kept, `clientSecret` is only passed on. */
  | { readonly state: 'requires_action'; readonly outcome: Outcome; readonly clientSecret: string | undefined };

/** What an operation is performed with. */
export interface OperationContext {
  /** Makes one call that changes something. Readings need no step. */
  readonly step: Step;
  /** True when the customer abandoned the operation, or the card's holder has had their time. */
  readonly abandon: boolean;
}

/** One kind of change at Stripe. Its module alone knows it; everybody else sees `shownAs`. */
interface Definition<Context, Request extends object, Outcome extends object> {
  /** Names the kind in stored rows; unique, and never changed. */
  readonly kind: string;
  readonly request: z.ZodType<Request>;
  readonly outcome: z.ZodType<Outcome>;
  /** What a reader is told is being changed; left out for what is part of another change. */
  readonly shownAs?: LiveOperation['kind'];
  /** True where the subject is a product's id. */
  readonly isAboutProduct?: true;
  /**
   * The cards that the change is to be paid with, or gives back where it is abandoned; null stands for the default card. They cannot be deleted
   * meanwhile.
   */
  readonly cardsHeldBy?: (request: Request) => readonly (string | null)[];
  /**
   * Called until it returns or throws an error that is final. Each call that changes something is a step, so that being called again, also by two
   * processes at once, repeats nothing.
   */
  readonly perform: (
    context: Context,
    operation: OperationOf<Request, Outcome>,
    operationContext: OperationContext,
  ) => Promise<Performed<Outcome>>;
  /** Runs once, in the transaction that settles the operation. */
  readonly settled?: (
    context: Context,
    transaction: Queryable,
    operation: OperationOf<Request, Outcome>,
  ) => Promise<void>;
}

export interface OperationDefinition<Context, Request extends object, Outcome extends object>
  extends Definition<Context, Request, Outcome> {
  /** Whether a row is of this kind. */
  is(operation: Pick<Operation, 'kind'> | undefined): boolean;
  /** Parses what a row of this kind keeps. @throws ZodError where it does not fit. */
  read<Row extends Operation>(row: Row): Omit<Row, 'request' | 'result'> & OperationOf<Request, Outcome>;
}

/** Declares a kind of operation. Stored requests and outcomes are parsed by its schemas wherever they are read. */
export function defineOperation<Context, Request extends object, Outcome extends object>(
  definition: Definition<Context, Request, Outcome>,
): OperationDefinition<Context, Request, Outcome> {
  return {
    ...definition,
    is: (operation) => operation?.kind === definition.kind,
    read: ({ request, result, ...row }) => ({
      ...row,
      request: definition.request.parse(request),
      outcome: result === null ? null : definition.outcome.parse(result),
    }),
  };
}

/** A kind that can be performed: its definition with the context of its module. */
export interface OperationKind {
  readonly kind: string;
  readonly shownAs: LiveOperation['kind'] | undefined;
  readonly isAboutProduct: boolean;
  cardsHeldBy(row: Operation): readonly (string | null)[];
  perform(row: Operation, operationContext: OperationContext): Promise<Performed<object>>;
  settled(transaction: Queryable, row: Operation): Promise<void>;
}

/** Gives a module's operations the context that they work with. */
export function bindOperation<Context, Request extends object, Outcome extends object>(
  context: Context,
  definition: OperationDefinition<Context, Request, Outcome>,
): OperationKind {
  return {
    kind: definition.kind,
    shownAs: definition.shownAs,
    isAboutProduct: definition.isAboutProduct ?? false,
    cardsHeldBy: ({ request }) => definition.cardsHeldBy?.(definition.request.parse(request)) ?? [],
    perform: (row, operationContext) => definition.perform(context, definition.read(row), operationContext),
    settled: async (transaction, row) => definition.settled?.(context, transaction, definition.read(row)),
  };
}
