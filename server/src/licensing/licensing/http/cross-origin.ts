import type { FastifyReply, FastifyRequest } from 'fastify';

/** Products run on pages of any origin. A token proves who calls, and no cookie counts, so that other origins may read the answers. */
const answerHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Licensing-Signature, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
};

const preflightHeaders = {
  ...answerHeaders,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-max-age': '86400',
};

export function allowOtherOrigins(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.headers(answerHeaders);
  done();
}

/** Answers a browser that asks whether a page of another origin may call. */
export async function answerPreflight(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(204).headers(preflightHeaders).send();
}
