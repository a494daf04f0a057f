import type { MirrorStatus, mirror, ResponseOf } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Gateway } from '../../core/stripe/index.ts';

export interface MirrorContext {
  readonly gateway: Pick<Gateway, 'mirrorMaintenance'>;
  readonly audit: Audit;
}

type CallContext = MirrorContext & RequestContext;

interface Paging {
  readonly page: number;
  readonly pageSize: number;
}

export async function getStatus({ gateway }: MirrorContext): Promise<MirrorStatus> {
  const { status } = gateway.mirrorMaintenance;
  const [events, backfill, repair] = await Promise.all([
    status.events(),
    status.lastRun('backfill'),
    status.lastRun('repair'),
  ]);
  return { ...events, backfill, repair };
}

/** How old the mirror is while Stripe does not answer (MIR-17). */
export async function getAge({ gateway }: MirrorContext): Promise<ResponseOf<typeof mirror.getAge>> {
  return { asOf: await gateway.mirrorMaintenance.status.staleSince() };
}

export async function listRepairs(
  { gateway }: MirrorContext,
  paging: Paging,
): Promise<ResponseOf<typeof mirror.listRepairs>> {
  const { items, total } = await gateway.mirrorMaintenance.status.listRepairs(paging);
  return listAnswer(items, total, paging);
}

/** Returns the repair in progress, or begins one. */
export async function beginRepair(context: CallContext): Promise<ResponseOf<typeof mirror.beginRepair>> {
  const { gateway, audit, actor } = context;
  const { run, isNew } = await gateway.mirrorMaintenance.runs.begin('repair');
  if (isNew) await audit.record({ ...actor, kind: 'mirrorRepairBegun', detail: { run: run.id } });
  return findRun(context, run.id);
}

/** @throws NotFoundError if there is no such repair */
export async function listDifferences(
  context: MirrorContext,
  runId: number,
  paging: Paging,
): Promise<ResponseOf<typeof mirror.listDifferences>> {
  const { status } = context.gateway.mirrorMaintenance;
  const [, { items, total }] = await Promise.all([findRun(context, runId), status.listDifferences(runId, paging)]);
  return listAnswer(items, total, paging);
}

export async function listDeadEvents(
  { gateway }: MirrorContext,
  paging: Paging,
): Promise<ResponseOf<typeof mirror.listDeadEvents>> {
  const { items, total } = await gateway.mirrorMaintenance.status.listDeadEvents(paging);
  return listAnswer(items, total, paging);
}

/** Queues all dead events again. */
export async function retryDeadEvents({ gateway, audit, actor }: CallContext): Promise<{ retried: number }> {
  const retried = await gateway.mirrorMaintenance.retryDeadEvents(null);
  if (retried > 0) await audit.record({ ...actor, kind: 'deadEventsRetried', detail: { events: retried } });
  return { retried };
}

/** @throws NotFoundError if the event does not exist or is not dead */
export async function retryDeadEvent(
  { gateway, audit, actor }: CallContext,
  eventId: string,
): Promise<{ retried: number }> {
  const retried = await gateway.mirrorMaintenance.retryDeadEvents(eventId);
  if (retried === 0) throw new NotFoundError();
  await audit.record({ ...actor, kind: 'deadEventsRetried', detail: { events: retried, event: eventId } });
  return { retried };
}

/** @throws NotFoundError if there is no such run */
async function findRun({ gateway }: MirrorContext, id: number) {
  const run = await gateway.mirrorMaintenance.status.findRun(id);
  if (!run) throw new NotFoundError();
  return run;
}
