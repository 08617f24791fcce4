import 'server-only'
import * as z from 'zod'

import type { ConsoleName } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/kept-inputs'
import { maskTexts } from '@/lib/http/mask-personal'
import { recordedExample } from '@/lib/service/openapi/openapi-examples'

import { readApiDescription, serviceAddress } from './api-description'
import { getRuntime } from './runtime'

const described = z.looseObject({ servers: z.array(z.looseObject({ url: z.url() })).min(1) })

/** How long the address that a remote service gives of itself is taken for true. */
const HOLD_MS = 10 * 60_000
let held: { readonly address: string; readonly at: number } | undefined

/** Where a caller with a key reaches the service, as its description says, without `/v1`. */
export async function publicServiceAddress(now = Date.now()): Promise<string> {
  const { remote } = getRuntime().env
  if (!remote) return serviceAddress()
  if (held !== undefined && now - held.at < HOLD_MS) return held.address
  const read = described.safeParse(await readApiDescription().catch(() => undefined))
  const address = read.data?.servers[0]?.url ?? remote.url.replace(/\/v1\/?$/, '')
  held = { address, at: now }
  return address
}

/** What an example of the operation puts in; no personal number stands in it. */
export function exampleInputs(name: ConsoleName): RequestInputs | undefined {
  // Sound: examples are recorded from calls of the row, whose bodies are objects.
  return maskTexts(recordedExample(name)?.input) as RequestInputs | undefined
}
