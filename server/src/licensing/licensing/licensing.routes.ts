import { type LicensingCall, licensing } from '@portico/contract';
import type { z } from 'zod';
import type { Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { version } from '../../core/version.ts';
import { createReports } from '../devices/reports.ts';
import { activate, deactivate, evict, readFeatures } from './activations.service.ts';
import type { CallServices } from './choose-license.ts';
import { bindLicensingCall } from './http/bind-licensing-call.ts';
import { publishOpenApi } from './http/open-api.ts';
import { createSigner } from './http/signer.ts';
import { createTokenUses } from './http/token-use.ts';
import { checkOut, giveBack, renew } from './leases.service.ts';
import type { Call, LicensingContext } from './licensing.context.ts';
import { createLicensingLimits } from './limits.ts';
import { createLookUp } from './look-up.ts';
import { listDevices, readUsage } from './reports.service.ts';
import { heartbeat, validate } from './validations.service.ts';

function licensingRoutes(context: LicensingContext): Route[] {
  const { database } = context;
  const limits = createLicensingLimits(database);
  const services: CallServices = { ...context, limits, reports: createReports(database) };
  const binding = {
    ...context,
    limits,
    lookUp: createLookUp(database),
    signer: createSigner(context),
    tokenUse: createTokenUses(database),
  };
  const route = <const C extends LicensingCall>(
    call: C,
    serve: (context: CallServices, call: Call<z.output<C['body']>>) => Promise<z.output<C['response']>>,
  ): Route => ({ bind: (app) => bindLicensingCall(app, binding, call, (received) => serve(services, received)) });
  return [
    route(licensing.activate, activate),
    route(licensing.deactivate, deactivate),
    route(licensing.validate, validate),
    route(licensing.heartbeat, heartbeat),
    route(licensing.readFeatures, readFeatures),
    route(licensing.evict, evict),
    route(licensing.checkOut, checkOut),
    route(licensing.renew, renew),
    route(licensing.giveBack, giveBack),
    route(licensing.listDevices, listDevices),
    route(licensing.readUsage, readUsage),
    { bind: (app) => publishOpenApi(app, version) },
  ];
}

/** The licensing API, with which the vendor's products activate, check and report (LIC-1). */
export function licensingModule(context: LicensingContext): PortalModule {
  return { routes: licensingRoutes(context) };
}
