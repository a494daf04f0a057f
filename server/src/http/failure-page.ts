import type { FastifyReply, FastifyRequest } from 'fastify';
import { translate } from '../messages/index.ts';
import { describeProblem } from './problem-handler.ts';

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The page for a browser when no page of the web's build can be shown. It has no script, style or data that could fail. */
export async function sendFailure(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { status, retryAfter, problem } = describeProblem(error, request);
  if (retryAfter) reply.header('retry-after', retryAfter);
  const reload = translate(request.locale, 'session.tryAgain');
  const page = `<!doctype html>
<html lang="${request.locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(problem.message)}</title>
<main>
<h1>${escapeHtml(problem.message)}</h1>
<p><a href="">${escapeHtml(reload)}</a></p>
<p><small>${escapeHtml(problem.requestId)}</small></p>
</main>
</html>
`;
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}
