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
 * The key under which limits count an address (LIM-6). For IPv6 it is the /64 network, because a customer has a whole
 * one.
 * @param prefix number of leading bits of an IPv6 address that count. A /48 is the largest network that one customer
 * usually gets.
 */
export function keyOfAddress(address: string | null, prefix: 48 | 64 = 64): string {
  if (address === null) return 'unknown';
  return isIP(address) === 6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${prefix}`)}/${prefix}` : address;
}
