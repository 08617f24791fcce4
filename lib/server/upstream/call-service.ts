import 'server-only'
import { createClient } from '@/lib/client/client'
import type { CallService, FetchService } from '@/lib/panel/context'

import { type ServiceCaller, upstreamFor } from './upstream'

/** The typed client for the account's upstream, in process and not counted against its rate limits. */
export function callServiceFor(caller: ServiceCaller): CallService {
  const call = createClient(fetchServiceFor(caller))
  return (name, input) => call(name, input)
}

/** The same upstream for raw responses. */
export function fetchServiceFor(caller: ServiceCaller): FetchService {
  const upstream = upstreamFor(caller, { rateLimited: false })
  return (path, init) => upstream(new Request(`http://upstream.invalid${path}`, init))
}
