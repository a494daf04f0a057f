import type { Route } from './http/route.ts';
import type { JobDefinition } from './jobs/queue.ts';
import type { OperationKind } from './operations/index.ts';

/** The parts of a module that the portal uses. `app.ts` lists the modules. */
export interface PortalModule {
  readonly routes?: readonly Route[];
  readonly jobs?: readonly JobDefinition<never>[];
  readonly operations?: readonly OperationKind[];
}
