import type { Database } from '../../core/db/database.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { deleteExpiredLinks } from './links.queries.ts';

export { findInvitation, type InvitationRow, listInvitations } from './invitations.ts';
export { LinkExpiredError } from './links.errors.ts';
export { deleteInvitation, findHeldAddresses, findInvitedUsers } from './links.queries.ts';
export { linkLives } from './links.schema.ts';
export {
  findLink,
  findLinkOf,
  type IssuedLink,
  issueLink,
  type Link,
  noteMessage,
  prepareLink,
  reissueLink,
  storeLinks,
  useLink,
  voidLaterLinks,
  voidLinks,
} from './links.service.ts';

/** Links in mail, each of which works once. */
export function linksModule({ database }: { readonly database: Database }): PortalModule {
  return {
    jobs: [
      {
        name: 'links-purge',
        maxAttempts: 3,
        schedule: '7 * * * *',
        run: () => deleteExpiredLinks(database.query),
      },
    ],
  };
}
