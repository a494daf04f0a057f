import { catalogDrafts as endpoints } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { abandonPublication } from '../versions/publish.ts';
import { discardDraft, getDraft } from './drafts.service.ts';
import {
  getEntry,
  getFields,
  listEntries,
  moveEntry,
  removeEntry,
  restoreEntry,
  saveEntry,
} from './entries.service.ts';
import type { DraftsContext } from './open-draft.ts';
import { previewPlans } from './preview.ts';
import { listChanges, publishDraft, saveMergedDraft } from './publish-draft.ts';
import { getCatalogVersion, listCatalogVersions, restoreVersion, retryPublish } from './versions.service.ts';

export function draftRoutes(context: DraftsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(endpoints.get, ({ context }) => getDraft(context)),
    route(endpoints.discard, async ({ context }) => {
      await discardDraft(context);
      return {};
    }),
    route(endpoints.changes, ({ context, body }) => listChanges(context, body)),
    route(endpoints.publish, ({ context, body }) => publishDraft(context, body)),
    route(endpoints.takeTheirs, ({ context, body }) => saveMergedDraft(context, body)),
    route(endpoints.preview, ({ context, params, query }) => previewPlans(context, params.id, query.language)),
    route(endpoints.fields, ({ context, params }) => getFields(context, params.list)),
    route(endpoints.list, ({ context, params, query }) => listEntries(context, params.list, query)),
    route(endpoints.entry, ({ context, params }) => getEntry(context, params)),
    route(endpoints.save, ({ context, params, body }) => saveEntry(context, params, body)),
    route(endpoints.remove, ({ context, params }) => removeEntry(context, params)),
    route(endpoints.keep, ({ context, params }) => restoreEntry(context, params)),
    route(endpoints.move, ({ context, params, body }) => moveEntry(context, params, body.by)),
    route(endpoints.versions, ({ context, query }) => listCatalogVersions(context, query)),
    route(endpoints.version, ({ context, params }) => getCatalogVersion(context, params.id)),
    route(endpoints.tryAgain, ({ context, params }) => retryPublish(context, params.id)),
    route(endpoints.giveUp, async ({ context, params }) => {
      await abandonPublication(context, params.id);
      return {};
    }),
    route(endpoints.bringBack, ({ context, params }) => restoreVersion(context, params.id)),
  ];
}
