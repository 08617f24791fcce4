import 'server-only'
import { parseJson } from '@/lib/domain/collections/json'
import { maskTexts } from '@/lib/http/mask-personal'
import type { Env } from '@/lib/panel/env'
import { openApiDocument } from '@/lib/service/openapi/openapi'

import { getRuntime } from './runtime'
import { callRemote } from './upstream/remote'

const TIMEOUT_MS = 3000
const MAX_BYTES = 4_000_000

/** Masked, because the examples on the reference page are answers that may name persons. */
export const readApiDescription = async (): Promise<unknown> => maskTexts(await readDescription())

/** `/openapi.json` of the service behind this panel; undefined when a remote service does not provide one. */
async function readDescription(): Promise<unknown> {
  const { env } = getRuntime()
  if (!env.remote) return openApiDocument(serviceAddress())
  const answer = await callRemote(
    { ...env.remote, timeoutMs: TIMEOUT_MS },
    new Request('http://upstream.invalid/openapi.json'),
  )
  const text = answer.ok ? await answer.text() : ''
  return text.length > MAX_BYTES ? undefined : parseJson(text)
}

/** The address at which callers reach the embedded service, without `/v1`. */
export function serviceAddress(): string {
  const { env } = getRuntime()
  return env.publicApiUrl ?? ownAddress(env)
}

const ownAddress = ({ host, apiPort }: Env) => `http://${isAnywhere(host) ? 'localhost' : host}:${apiPort}`
const isAnywhere = (host: string) => ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)
