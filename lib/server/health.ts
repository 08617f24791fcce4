import 'server-only'
import type { Env } from '@/lib/panel/env'
import { createHealth, type Health } from '@/lib/panel/health/health'

import { getRuntime, type Runtime } from './runtime'
import { callRemote } from './upstream/remote'

const UPSTREAM_TIMEOUT_MS = 2_400
/** One per started process; Next loads this module in more than one graph, each with a separate check. */
const healthOf = new WeakMap<Runtime, () => Promise<Health>>()

export function checkHealth(): Promise<Health> {
  const runtime = getRuntime()
  const check = healthOf.get(runtime) ?? healthFor(runtime)
  healthOf.set(runtime, check)
  return check()
}

const healthFor = ({ env, storage, log, service, anchors, mail, watchedJobs }: Runtime) =>
  createHealth({
    storage,
    dataDir: env.dataDir,
    clock: () => new Date(),
    log,
    upstream: service ? 'embedded' : 'remote',
    isUpstreamAlive: () => (env.remote ? remoteAnswers(env.remote) : Promise.resolve(true)),
    anchorsFail: () => anchors.isFailing(),
    mailFails: () => mail.isFailing(),
    jobs: () => [...watchedJobs, ...(service ? [service] : [])],
  })

/**
 * Any answer counts as healthy: a refused key or an exhausted pool concerns only the account and is shown in its
 * settings.
 */
async function remoteAnswers(remote: NonNullable<Env['remote']>): Promise<boolean> {
  const request = new Request('http://upstream.invalid/v1/usage/summary')
  const answer = await callRemote({ ...remote, timeoutMs: UPSTREAM_TIMEOUT_MS }, request)
  const text = await answer.text()
  return answer.status < 500 || text.includes('upstream_unauthorized')
}
