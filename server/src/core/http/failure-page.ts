import type { FastifyReply, FastifyRequest } from 'fastify';
import { translate } from '../messages/index.ts';
import { escapeHtml, sendPlainPage } from './plain-page.ts';
import { describeProblem } from './problem-handler.ts';

/** Whether a request expects a page: native forms and browsers accept HTML, the portal's scripts JSON. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers.accept ?? '').includes('text/html');
}

/**
 * Responds with a page for a browser if no page of the web build can be shown. It has no script, style or data that
 * could fail.
 */
export async function sendFailure(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { status, retryAfter, problem } = describeProblem(error, request);
  if (retryAfter) reply.header('retry-after', retryAfter);
  const reload = translate(request.locale, 'session.tryAgain');
  return sendPlainPage(reply.code(status), {
    locale: request.locale,
    title: problem.message,
    body: `<h1>${escapeHtml(problem.message)}</h1>
<p><a class="button" href="">${escapeHtml(reload)}</a></p>
<p><small>${escapeHtml(problem.requestId)}</small></p>`,
  });
}
