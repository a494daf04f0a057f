export { antiForgeryField } from './anti-forgery.ts';
export { markerCookie } from './cookies.ts';
export { type RenderSignIn, registerSessionRoutes } from './session.routes.ts';
export { describeUser, purgeExpiredSessions } from './session.service.ts';
export { installSessions, type Sessions } from './sessions.ts';
