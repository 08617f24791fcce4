import 'server-only'
import { createClient } from '@/lib/client/client'
import type { AskService } from '@/lib/panel/context'

import { type Asker, upstreamFor } from './upstream'

/** The typed client over the account's upstream, in process and not counted against its rate limits. */
export function askServiceFor(asker: Asker): AskService {
  const upstream = upstreamFor(asker, { rateLimited: false })
  const call = createClient((path, init) => upstream(new Request(`http://upstream.invalid${path}`, init)))
  return (name, input) => call(name, input)
}
