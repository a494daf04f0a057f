import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * The client's address for limits and the audit log; null if a trusted proxy names none, or the client has
 * disconnected.
 */
export function clientAddress(request: FastifyRequest): string | null {
  return plainAddress(request.ip);
}

/** An IP address without port, brackets or zone. An IPv4-mapped address becomes the IPv4 address. Anything else is null. */
export function plainAddress(written: string | undefined): string | null {
  if (written === undefined) return null;
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(written) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(written) ?? [];
  const [bare = ''] = (bracketed ?? beforePort ?? written).split('%');
  return isIP(bare) === 0 ? null : ipaddr.process(bare).toString();
}

/**
 * The key for limits by address (LIM-6). For IPv6 it is the /64 network, because one customer usually has all of it.
 */
export function keyOfAddress(address: string | null): string {
  if (address === null) return 'unknown';
  return isIP(address) === 6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address;
}
