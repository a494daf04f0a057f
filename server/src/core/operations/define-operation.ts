import type { LiveOperation } from '@portico/contract';
import type { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import type { Step } from '../stripe/index.ts';
import type { Operation } from './operations.queries.ts';

/** A row with its request and outcome parsed by its definition. */
export interface OperationOf<Request, Outcome> extends Omit<Operation, 'request' | 'result'> {
  readonly request: Request;
  /** Null until an outcome is known. */
  readonly outcome: Outcome | null;
}

/** The result of performing an operation. */
export type Performed<Outcome> =
  | { readonly state: 'succeeded'; readonly outcome: Outcome }
  /** Requires authentication by the cardholder. `outcome` is stored; `clientSecret` is only passed on. */
  | { readonly state: 'requires_action'; readonly outcome: Outcome; readonly clientSecret: string | undefined };

/** The means to perform an operation. */
export interface OperationContext {
  /** Makes one call that changes something (OPS-2). Reads need no step. */
  readonly step: Step;
  /** True if the customer abandoned the operation, or the time for authentication is over. */
  readonly abandon: boolean;
}

/** A kind of change at Stripe. Only its module knows it; all others see `shownAs`. */
interface Definition<Context, Request extends object, Outcome extends object> {
  /** The name of the kind in stored rows. It is unique and never changes. */
  readonly kind: string;
  readonly request: z.ZodType<Request>;
  readonly outcome: z.ZodType<Outcome>;
  /** How the change is shown to users; left out for a part of another change. */
  readonly shownAs?: LiveOperation['kind'];
  /** True if the subject is a product's id. */
  readonly isAboutProduct?: true;
  /**
   * The cards that the change will charge, or that abandoning it restores; null is the default card. They cannot be
   * deleted until it settles (CARD-6).
   */
  readonly cardsHeldBy?: (request: Request) => readonly (string | null)[];
  /**
   * If set, settled operations of the kind are kept, because later decisions depend on them. These paths of their
   * requests have personal data, and are removed after 90 days. Operations of other kinds are deleted (OPS-13).
   */
  readonly keptWithout?: readonly (readonly string[])[];
  /**
   * Called until it returns or throws a final error. Each call that changes something is a step, so that repeated and
   * concurrent calls have one effect.
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
  /** Parses the stored request and outcome of a row. @throws ZodError if they do not fit. */
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

/** A kind that can be performed: a definition bound to the context of its module. */
export interface OperationKind {
  readonly kind: string;
  readonly shownAs: LiveOperation['kind'] | undefined;
  readonly isAboutProduct: boolean;
  readonly keptWithout: readonly (readonly string[])[] | undefined;
  cardsHeldBy(row: Operation): readonly (string | null)[];
  perform(row: Operation, operationContext: OperationContext): Promise<Performed<object>>;
  settled(transaction: Queryable, row: Operation): Promise<void>;
}

/** Binds a definition to the context of its module. */
export function bindOperation<Context, Request extends object, Outcome extends object>(
  context: Context,
  definition: OperationDefinition<Context, Request, Outcome>,
): OperationKind {
  return {
    kind: definition.kind,
    shownAs: definition.shownAs,
    isAboutProduct: definition.isAboutProduct ?? false,
    keptWithout: definition.keptWithout,
    cardsHeldBy: ({ request }) => definition.cardsHeldBy?.(definition.request.parse(request)) ?? [],
    perform: (row, operationContext) => definition.perform(context, definition.read(row), operationContext),
    settled: async (transaction, row) => definition.settled?.(context, transaction, definition.read(row)),
  };
}
