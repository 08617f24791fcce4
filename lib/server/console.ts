import 'server-only'
import * as z from 'zod'

import type { ConsoleName } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'
import { maskTexts } from '@/lib/http/mask-personal'
import { recordedExample } from '@/lib/service/openapi/openapi-examples'

import { readApiDescription, serviceAddress } from './api-description'
import { getRuntime } from './runtime'

const descriptionSchema = z.looseObject({ servers: z.array(z.looseObject({ url: z.url() })).min(1) })

/** Lifetime of the cached address of a remote service. */
const CACHE_MS = 10 * 60_000
let cached: { readonly address: string; readonly at: number } | undefined

/** The public address of the service according to its description, without `/v1`, for callers with a key. */
export async function publicServiceAddress(now = Date.now()): Promise<string> {
  const { remote } = getRuntime().env
  if (!remote) return serviceAddress()
  if (cached !== undefined && now - cached.at < CACHE_MS) return cached.address
  const description = descriptionSchema.safeParse(await readApiDescription().catch(() => undefined))
  const address = description.data?.servers[0]?.url ?? remote.url.replace(/\/v1\/?$/, '')
  cached = { address, at: now }
  return address
}

/** Example inputs of an operation, without personal numbers. */
export function exampleInputs(name: ConsoleName): RequestInputs | undefined {
  // Safe: examples are recorded from calls of the operation, whose bodies are objects.
  return maskTexts(recordedExample(name)?.input) as RequestInputs | undefined
}
