import { catalogDrafts as endpoints } from '@portico/contract';
import { type Route, routesOf } from '../../../http/route.ts';
import {
  discardDraft,
  getDraft,
  getEntry,
  getFields,
  listEntries,
  moveEntry,
  removeEntry,
  saveEntry,
} from './drafts.service.ts';
import type { DraftsContext } from './opened.ts';
import { previewPlans } from './preview.ts';
import { listChanges, publishDraft } from './publish-draft.ts';
import { bringBack, getCatalogVersion, listCatalogVersions } from './versions.service.ts';

export function draftRoutes(context: DraftsContext): Route[] {
  const route = routesOf(context);
  return [
    route(endpoints.get, ({ context }) => getDraft(context)),
    route(endpoints.discard, async ({ context }) => {
      await discardDraft(context);
      return {};
    }),
    route(endpoints.changes, ({ context }) => listChanges(context)),
    route(endpoints.publish, ({ context, body }) => publishDraft(context, body)),
    route(endpoints.preview, ({ context, params, query }) => previewPlans(context, params.id, query.language)),
    route(endpoints.fields, ({ context, params }) => getFields(context, params.list)),
    route(endpoints.list, ({ context, params, query }) => listEntries(context, params.list, query)),
    route(endpoints.entry, ({ context, params }) => getEntry(context, params)),
    route(endpoints.save, ({ context, params, body }) => saveEntry(context, params, body)),
    route(endpoints.remove, ({ context, params }) => removeEntry(context, params)),
    route(endpoints.move, ({ context, params, body }) => moveEntry(context, params, body.by)),
    route(endpoints.versions, ({ context, query }) => listCatalogVersions(context, query)),
    route(endpoints.version, ({ context, params }) => getCatalogVersion(context, params.id)),
    route(endpoints.bringBack, ({ context, params }) => bringBack(context, params.id)),
  ];
}
