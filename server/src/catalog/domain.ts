import { findContact, listBuyers, nameUsers } from '../accounts/index.ts';
import type { Config } from '../core/config.ts';
import type { PortalModule } from '../core/portal-module.ts';
import { catalogModule } from './catalog.module.ts';

type DomainContext = Omit<Parameters<typeof catalogModule>[0], 'findContact' | 'listBuyers' | 'nameUsers'> & {
  readonly config: Pick<Config, 'contactUrl'>;
};

/** What the vendor sells, and how the vendor's staff change it. */
export function catalogDomain(context: DomainContext): readonly PortalModule[] {
  const { config } = context;
  return [
    catalogModule({
      ...context,
      nameUsers,
      listBuyers,
      findContact: (on, companyId) => findContact(on, companyId, config),
    }),
  ];
}
