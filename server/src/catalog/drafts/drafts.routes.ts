import { catalogDrafts as drafts, catalogVersions as versions } from '@portico/contract';
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
    route(drafts.get, ({ context }) => getDraft(context)),
    route(drafts.discard, async ({ context }) => {
      await discardDraft(context);
      return {};
    }),
    route(drafts.changes, ({ context, body }) => listChanges(context, body)),
    route(drafts.publish, ({ context, body }) => publishDraft(context, body)),
    route(drafts.takeTheirs, ({ context, body }) => saveMergedDraft(context, body)),
    route(drafts.preview, ({ context, params, query }) => previewPlans(context, params.id, query.language)),
    route(drafts.fields, ({ context, params }) => getFields(context, params.list)),
    route(drafts.list, ({ context, params, query }) => listEntries(context, params.list, query)),
    route(drafts.entry, ({ context, params }) => getEntry(context, params)),
    route(drafts.save, ({ context, params, body }) => saveEntry(context, params, body)),
    route(drafts.remove, ({ context, params }) => removeEntry(context, params)),
    route(drafts.keep, ({ context, params }) => restoreEntry(context, params)),
    route(drafts.move, ({ context, params, body }) => moveEntry(context, params, body.by)),
    route(versions.versions, ({ context, query }) => listCatalogVersions(context, query)),
    route(versions.version, ({ context, params }) => getCatalogVersion(context, params.id)),
    route(versions.tryAgain, ({ context, params }) => retryPublish(context, params.id)),
    route(versions.giveUp, async ({ context, params }) => {
      await abandonPublication(context, params.id);
      return {};
    }),
    route(versions.bringBack, ({ context, params }) => restoreVersion(context, params.id)),
  ];
}
