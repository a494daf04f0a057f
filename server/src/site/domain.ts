import type { PortalModule } from '../core/portal-module.ts';
import { legalModule } from './legal/legal.routes.ts';
import type { LegalContext } from './legal/legal.service.ts';
import type { LegalNoticesContext } from './legal/notices.ts';
import type { PageRoutesContext } from './pages/pages.routes.ts';
import { pagesModule } from './pages/pages.routes.ts';

/** The documents that browsers load, and the legal texts. */
export function siteDomain({
  config: { legalDir, auditRetentionDays },
  ...context
}: PageRoutesContext &
  Omit<LegalNoticesContext, keyof LegalContext> & { readonly config: LegalContext }): readonly PortalModule[] {
  return [legalModule({ ...context, legalDir, auditRetentionDays }), pagesModule(context)];
}
