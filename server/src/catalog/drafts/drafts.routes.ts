import { catalogDrafts as endpoints } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import { giveUp } from '../versions/publish.ts';
import { discardDraft, getDraft } from './drafts.service.ts';
import { getEntry, getFields, keepEntry, listEntries, moveEntry, removeEntry, saveEntry } from './entries.service.ts';
import type { DraftsContext } from './open-draft.ts';
import { previewPlans } from './preview.ts';
import { listChanges, publishDraft, takeTheirs } from './publish-draft.ts';
import { bringBack, getCatalogVersion, listCatalogVersions, tryAgain } from './versions.service.ts';

export function draftRoutes(context: DraftsContext): Route[] {
  const route = routesOf(context);
  return [
    route(endpoints.get, ({ context }) => getDraft(context)),
    route(endpoints.discard, async ({ context }) => {
      await discardDraft(context);
      return {};
    }),
    route(endpoints.changes, ({ context, body }) => listChanges(context, body)),
    route(endpoints.publish, ({ context, body }) => publishDraft(context, body)),
    route(endpoints.takeTheirs, ({ context, body }) => takeTheirs(context, body)),
    route(endpoints.preview, ({ context, params, query }) => previewPlans(context, params.id, query.language)),
    route(endpoints.fields, ({ context, params }) => getFields(context, params.list)),
    route(endpoints.list, ({ context, params, query }) => listEntries(context, params.list, query)),
    route(endpoints.entry, ({ context, params }) => getEntry(context, params)),
    route(endpoints.save, ({ context, params, body }) => saveEntry(context, params, body)),
    route(endpoints.remove, ({ context, params }) => removeEntry(context, params)),
    route(endpoints.keep, ({ context, params }) => keepEntry(context, params)),
    route(endpoints.move, ({ context, params, body }) => moveEntry(context, params, body.by)),
    route(endpoints.versions, ({ context, query }) => listCatalogVersions(context, query)),
    route(endpoints.version, ({ context, params }) => getCatalogVersion(context, params.id)),
    route(endpoints.tryAgain, ({ context, params }) => tryAgain(context, params.id)),
    route(endpoints.giveUp, async ({ context, params }) => {
      await giveUp(context, params.id);
      return {};
    }),
    route(endpoints.bringBack, ({ context, params }) => bringBack(context, params.id)),
  ];
}
