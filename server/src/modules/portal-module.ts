import type { Route } from '../http/route.ts';
import type { JobDefinition } from '../jobs/queue.ts';
import type { OperationKind } from '../operations/index.ts';

/** What a module adds to the portal. `app.ts` lists the modules and binds all of it. */
export interface PortalModule {
  readonly routes?: readonly Route[];
  readonly jobs?: readonly JobDefinition<never>[];
  readonly operations?: readonly OperationKind[];
}
