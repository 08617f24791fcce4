import http from 'node:http'

import { type Guard, guardedLookup, guardedRoute, readEndpoint, resolveFault } from '../delivery/address-guard'
import { OutgoingAgent } from '../outgoing/outgoing-agent'
import { ArchiveFault } from './archive-fault'

/**
 * Agents that check every address they connect to, after its name was resolved: an address that people gave never leads into a
 * private network but those allowed. At most `maxSockets` connections.
 */
export function guardedAgents(endpoint: string, guard: Guard, maxSockets: number) {
  const options = { maxSockets, keepAlive: true, lookup: guardedLookup(new URL(endpoint), guard) }
  const httpsAgent = new OutgoingAgent((target) => guardedRoute(target, guard), options)
  // Without TLS only what the operator allows, which goes through no proxy.
  return { httpAgent: new http.Agent(options), httpsAgent }
}

/** Throws `ArchiveFault` for an address that reports may not go to. Without TLS anybody on the way could read them. */
export async function requireAllowedEndpoint(endpoint: string, guard: Guard): Promise<void> {
  const read = readEndpoint(endpoint, guard.allowed)
  if ('fault' in read) throw new ArchiveFault('address_refused', `The address is not allowed: ${read.fault}`)
  const fault = await resolveFault(read.url, guard)
  if (fault === 'unknown_host') throw new ArchiveFault('place_unreachable', `${read.url.hostname} has no address now`)
  if (fault !== undefined) throw new ArchiveFault('address_refused', `The address is not allowed: ${fault}`)
}
