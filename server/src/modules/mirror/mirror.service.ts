import type { MirrorStatus } from '@portico/contract';
import { NotFoundError } from '../../http/app-error.ts';
import { listAnswer } from '../../http/list-answer.ts';
import type { Actor } from '../../http/request-context.ts';
import type { MirrorMaintenance } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';

interface Paging {
  readonly page: number;
  readonly pageSize: number;
}

export function createMirrorService({ maintenance, audit }: { maintenance: MirrorMaintenance; audit: Audit }) {
  const { status, runs } = maintenance;

  /** @throws NotFoundError when there is no such run. */
  async function findRun(id: number) {
    const run = await status.findRun(id);
    if (!run) throw new NotFoundError();
    return run;
  }

  return {
    async getStatus(): Promise<MirrorStatus> {
      const [events, backfill, repair] = await Promise.all([
        status.events(),
        status.lastRun('backfill'),
        status.lastRun('repair'),
      ]);
      return { ...events, backfill, repair };
    },

    async listRepairs(paging: Paging) {
      const { items, total } = await status.listRepairs(paging);
      return listAnswer(items, total, paging);
    },

    async beginRepair(actor: Actor) {
      const { run, isNew } = await runs.begin('repair');
      if (isNew) await audit.record({ ...actor, kind: 'mirrorRepairBegun', detail: { run: run.id } });
      return findRun(run.id);
    },

    /** @throws NotFoundError when there is no such repair. */
    async listDifferences(runId: number, paging: Paging) {
      const [, { items, total }] = await Promise.all([findRun(runId), status.listDifferences(runId, paging)]);
      return listAnswer(items, total, paging);
    },

    async listDeadEvents(paging: Paging) {
      const { items, total } = await status.listDeadEvents(paging);
      return listAnswer(items, total, paging);
    },

    async retryAll(actor: Actor) {
      const retried = await maintenance.retryDeadEvents(null);
      if (retried > 0) await audit.record({ ...actor, kind: 'deadEventsRetried', detail: { events: retried } });
      return { retried };
    },

    /** @throws NotFoundError when the event is not dead, or not there. */
    async retry(eventId: string, actor: Actor) {
      const retried = await maintenance.retryDeadEvents(eventId);
      if (retried === 0) throw new NotFoundError();
      await audit.record({ ...actor, kind: 'deadEventsRetried', detail: { events: retried, event: eventId } });
      return { retried };
    },
  };
}
