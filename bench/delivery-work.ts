/**
 * Bundled and run by `npm run bench:delivery`: 10 000 events against 50 rules with a webhook, and 1 000 webhooks to a
 * receiver that takes a second for each, interleaved with messages of another account. Prints a line of JSON.
 */
import { chunksOf } from '@/lib/domain/collections/chunks'
import { findRuleMatches } from '@/lib/features/rules/find-matches'
import { notifyRules } from '@/lib/features/rules/notify'
import type { Engine } from '@/lib/storage/storage'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { loopback, openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver } from '@/lib/testing/delivery/receiver'
import { insertPanelEvents, openRules } from '@/lib/testing/delivery/rules'
import { startTestService, type TestService } from '@/lib/testing/service'

const RULES = 50
const EVENTS = 10_000
const SLOW = 1_000
const SLOW_MS = 1_000
const FAST = 100
/** Concurrent deliveries of one channel. */
const WIDTH = 24
const SOURCES = ['krz', 'msig', 'krs', 'wpv']
const DIGEST_AFTER_MS = 3_600_000

const sourceAt = (index: number): string => SOURCES[index % SOURCES.length] ?? ''

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Every tenth rule matches all events, the others one source of four; all notify the same webhook. */
async function measureMatching(testService: TestService) {
  const { accountId } = await testService.createAccount()
  const receiver = await startReceiver()
  const channelsClient = await openChannelsClient(testService, accountId)
  const { channel } = await channelsClient.create({ url: receiver.url })
  const rulesClient = await openRules(testService, accountId)
  for (let index = 0; index < RULES; index += 1) {
    const sources = index % 10 === 0 ? [] : [sourceAt(index)]
    const targets = [{ kind: 'channel' as const, target: channel.id }]
    await rulesClient.create({ name: `Rule ${index}`, is_team: true, condition: { kind: 'events', sources }, targets })
  }
  const events = Array.from({ length: EVENTS }, (_, index) => ({
    source: sourceAt(index),
    monitor_id: `m${index % 500}`,
    title: 'Obwieszczenie o ogłoszeniu upadłości',
  }))
  const writeMs = await timed(async () => {
    for (const chunk of chunksOf(events, 5_000)) await insertPanelEvents(testService, accountId, ...chunk)
  })
  const jobs = jobDependenciesOf(testService, { outgoing: loopback })
  const matchMs = await timed(() => findRuleMatches(jobs))
  testService.clock.advance(DIGEST_AFTER_MS)
  const notifyMs = await timed(() => notifyRules(jobs))
  await receiver.stop()
  return { events: EVENTS, rules: RULES, writeMs, matchMs, notifyMs }
}

/** The lower limit of the sending time: the same concurrency without a store. */
async function sendWithoutStore(url: string, count: number): Promise<number> {
  let remaining = count
  const worker = async () => {
    for (; remaining > 0;) {
      remaining -= 1
      await fetch(url, { method: 'POST', body: '{}' })
    }
  }
  return timed(() => Promise.all(Array.from({ length: WIDTH }, worker)))
}

async function measurePace(testService: TestService) {
  const [slow, fast] = [await startReceiver(), await startReceiver()]
  slow.answerWith((_received, response) => setTimeout(() => response.writeHead(204).end(), SLOW_MS))
  const [busyAccount, calmAccount] = [await testService.createAccount(), await testService.createAccount()]
  const [busy, calm] = [
    await openChannelsClient(testService, busyAccount.accountId),
    await openChannelsClient(testService, calmAccount.accountId),
  ]
  const [slowChannel, fastChannel] = [await busy.create({ url: slow.url }), await calm.create({ url: fast.url })]
  const bareMs = await sendWithoutStore(slow.url, WIDTH * 5)
  const barePerMinute = (WIDTH * 5 * 60_000) / bareMs
  slow.received.length = 0
  await busy.queue(slowChannel.channel.id, subjects('slow', SLOW))
  const sending = timed(() => runSendJob(testService, { outgoing: { ...loopback, timeoutMs: 10_000 } }))
  const waits: number[] = []
  for (let index = 0; index < FAST; index += 1) {
    const from = Date.now()
    await calm.queue(fastChannel.channel.id, [`fast ${index}`])
    // The job polls every five seconds, but queueing wakes it at once.
    void runSendJob(testService, { outgoing: { ...loopback, timeoutMs: 10_000 } })
    while (fast.received.length <= index) await new Promise((resolve) => setTimeout(resolve, 5))
    waits.push(Date.now() - from)
  }
  const sendMs = await sending
  const { length } = slow.received
  await Promise.all([slow.stop(), fast.stop()])
  return { slow: length, perMinute: (length * 60_000) / sendMs, barePerMinute, otherP95: percentile(waits, 0.95) }
}

const subjects = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`)

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0
}

const [engine = 'sqlite'] = process.argv.slice(2)
// Safe: `bench:delivery` passes one of the two.
const service = await startTestService({ engine: engine as Engine })
try {
  const matching = await measureMatching(service)
  const pace = await measurePace(service)
  process.stdout.write(`${JSON.stringify({ engine, matching, pace })}\n`)
} finally {
  await service.stop()
}
