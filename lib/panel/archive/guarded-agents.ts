import http from 'node:http'
import https from 'node:https'

import { guardedLookup, readEndpoint, resolveFault } from '../delivery/address-guard'
import type { AllowedNetworks } from '../delivery/allowed-networks'
import { ArchiveFault } from './archive-fault'

/**
 * Agents that check every address they connect to, after its name was resolved: an address that people gave never leads into a
 * private network but those allowed. At most `maxSockets` connections.
 */
export function guardedAgents(endpoint: string, allowed: AllowedNetworks, maxSockets: number) {
  const options = { maxSockets, keepAlive: true, lookup: guardedLookup(new URL(endpoint), allowed) }
  return { httpAgent: new http.Agent(options), httpsAgent: new https.Agent(options) }
}

/** Throws `ArchiveFault` for an address that reports may not go to. Without TLS anybody on the way could read them. */
export async function requireAllowedEndpoint(endpoint: string, allowed: AllowedNetworks): Promise<void> {
  const read = readEndpoint(endpoint, allowed)
  if ('fault' in read) throw new ArchiveFault('address_refused', `The address is not allowed: ${read.fault}`)
  const fault = await resolveFault(read.url, allowed)
  if (fault === 'unknown_host') throw new ArchiveFault('place_unreachable', `${read.url.hostname} has no address now`)
  if (fault !== undefined) throw new ArchiveFault('address_refused', `The address is not allowed: ${fault}`)
}
