import { paths } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../http/app-error.ts';
import { sendFailure } from '../../http/failure-page.ts';
import { render } from '../../http/problem-handler.ts';
import type { RenderSignIn, Sessions } from '../session/index.ts';
import { WebNotBuiltError } from './documents.ts';
import type { Pages } from './pages.service.ts';

/** Pages that everybody may read (PAGE-3); `/login` has a route of its own. */
const openPaths: ReadonlySet<string> = new Set([
  paths.terms,
  paths.privacy,
  paths.subscriptionTerms,
  paths.forbidden,
  paths.notFound,
]);

/** Matches every path that the browser's router knows, in lower case. */
const knownPath = new RegExp(
  `^(?:${Object.values(paths)
    .map((path) => path.toLowerCase().replace(/\$\w+/g, '[^/]+'))
    .join('|')})$`,
);

/** Where no page is: calls, files, and what others serve. */
const notPages = /^\/(?:api|assets|dev|stripe-sandbox|webhooks)(?:\/|$)/;

/** From here operators look after the portal, also while there is too much to do. */
const mirrorPage = '/billing/stripe';

/** Pages under /dev, in demonstration mode only (spec 3 'Mail, text messages, captcha'). */
const sandboxPages = new Set(['/dev/stripe']);

export interface PageRouteDependencies {
  readonly pages: Pages;
  readonly sessions: Sessions;
  /** Whether the sandbox page exist here. */
  readonly hasSandboxPage: boolean;
}

/**
 * Serves a document at every address that is not a call's or a file's: the browser's router knows which page it is. Without a session it
 * leads to the sign-in page, and from there back; from an unknown path to /404 (PAGE-3, PAGE-4).
 */
export async function registerPageRoutes(
  app: FastifyInstance,
  { pages, sessions, hasSandboxPage }: PageRouteDependencies,
): Promise<void> {
  const isPage = (request: FastifyRequest) => {
    const { accept = '*/*' } = request.headers;
    const path = pathOf(request);
    const isHere = !notPages.test(path) || (hasSandboxPage && sandboxPages.has(path));
    return isHere && (accept.includes('text/html') || accept === '*/*');
  };
  await app.register(async (scope) => {
    scope.setErrorHandler(async (error: Error, request, reply) => {
      if (!isPage(request)) return render(error, request, reply);
      if (!(error instanceof WebNotBuiltError)) return sendFailure(error, request, reply);
      request.log.error(error.message);
      reply.code(503).type('text/plain; charset=utf-8').header('cache-control', 'no-store');
      return reply.send(`${error.message}\n`);
    });
    scope.addHook('onRequest', async (request) => {
      if (isPage(request)) request.session = await scope.findSession(request);
    });

    scope.get('/login', async (request, reply) => {
      const returnUrl = wantedReturnUrl(request);
      if (request.session) return leave(reply, await sessions.safeReturnUrl(returnUrl));
      return pages.send('login', request, reply, {
        modelState: {},
        attemptedValues: returnUrl ? { ReturnUrl: returnUrl } : {},
      });
    });

    const anyPage = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isPage(request)) throw new NotFoundError();
      if (request.session) return pages.send('app', request, reply);
      if (openPaths.has(pathOf(request))) return pages.send('public', request, reply);
      const asked = encodeURIComponent(request.url);
      if (!knownPath.test(pathOf(request))) return leave(reply, `${paths.notFound}?redirectedFrom=${asked}`);
      return leave(reply, request.url === '/' ? '/login' : `/login?ReturnUrl=${asked}`);
    };
    const operatorPages = [mirrorPage, ...(hasSandboxPage ? sandboxPages : [])];
    for (const path of operatorPages) scope.get(path, { config: { admission: 'reserved' } }, anyPage);
    scope.get('/*', anyPage);
  });
}

/** Answers a sign-in form that was posted without script, with its page. */
export function createRenderSignIn(pages: Pages): RenderSignIn {
  return (request, reply, { problem, attemptedValues }) =>
    pages.send('login', request, reply, {
      modelState: problem.propertyErrors ?? { '': [problem.message] },
      attemptedValues,
    });
}

function wantedReturnUrl(request: FastifyRequest): string | null {
  const named = Object.entries(request.query as Record<string, unknown>).find(
    ([name]) => name.toLowerCase() === 'returnurl',
  );
  return typeof named?.[1] === 'string' ? named[1] : null;
}

function leave(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(target, 302);
}

/** Lower case, one slash at a time, none at the end: as the router matches. */
function pathOf(request: FastifyRequest): string {
  const path = (request.url.split('?')[0] as string).toLowerCase().replace(/\/{2,}/g, '/');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}
