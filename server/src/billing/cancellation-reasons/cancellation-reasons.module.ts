import type { PortalModule } from '../../core/portal-module.ts';
import { cancellationReasonRoutes } from './cancellation-reasons.routes.ts';
import {
  type CancellationReasonsContext,
  findGivenReason,
  noteCanceled,
  noteRestored,
} from './cancellation-reasons.service.ts';

/** What subscriptions tell of their cancellations, and ask about them. */
export const cancellationNotes = { findGivenReason, noteCanceled, noteRestored };

/** Why customers cancel, and what came of it. */
export function cancellationReasonsModule(context: CancellationReasonsContext): PortalModule {
  return { routes: cancellationReasonRoutes(context) };
}
