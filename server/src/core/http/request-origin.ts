import type { FastifyRequest } from 'fastify';
import { clientAddress } from './address.ts';

/** The origin of a request, for limits, mail and the audit log. */
export interface RequestOrigin {
  /** Null if unknown. */
  readonly address: string | null;
  readonly userAgent: string;
  readonly requestId: string;
}

export function readRequestOrigin(request: FastifyRequest): RequestOrigin {
  return { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? '', requestId: request.id };
}
