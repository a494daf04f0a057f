import { findContact, findNamedUsers, listBuyers } from '../accounts/index.ts';
import type { Config } from '../core/config.ts';
import type { PortalModule } from '../core/portal-module.ts';
import { catalogModule } from './catalog.routes.ts';

type DomainContext = Omit<Parameters<typeof catalogModule>[0], 'findContact' | 'listBuyers' | 'findNamedUsers'> & {
  readonly config: Pick<Config, 'contactUrl'>;
};

/** The products and plans on sale, and their editor for the vendor's staff. */
export function catalogDomain(context: DomainContext): readonly PortalModule[] {
  const { config } = context;
  return [
    catalogModule({
      ...context,
      findNamedUsers,
      listBuyers,
      findContact: (on, companyId) => findContact(on, companyId, config),
    }),
  ];
}
