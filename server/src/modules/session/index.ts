export { antiForgeryField } from './anti-forgery.ts';
export { markerCookie } from './cookies.ts';
export { type RenderSignIn, registerSessionRoutes, type SessionRouteDependencies } from './session.routes.ts';
export { describeUser, longestSessionSeconds, purgeExpiredSessions } from './session.service.ts';
export { installSessions, type SessionDependencies, type Sessions } from './sessions.ts';
