export { accountOverviewsModule } from './account-overviews/account-overviews.module.ts';
export { cockpitModule } from './cockpit/cockpit.module.ts';
export { healthModule } from './health/health.module.ts';
export { mailModule } from './mail/mail.module.ts';
export { mirrorModule } from './mirror/mirror.module.ts';
export { operatorSearchModule } from './operator-search/operator-search.module.ts';
export { operatorsModule } from './operators/operators.module.ts';
export { sandboxModule } from './sandbox/sandbox.module.ts';
