import type { PanelJob } from '@/lib/panel/job'
import type { DeliveryContext } from '@/lib/panel/outgoing/outgoing'

import { sendUntilDone } from './sender'
import { deleteEmptyChannels, deleteOldDeliveries } from './statements/deliveries'
import { eraseMailsBefore } from './statements/mails'

const DAY_MS = 86_400_000
/** How long finished deliveries can be read and replayed, and how long bodies of e-mails are stored. */
const RETENTION_MS = 90 * DAY_MS

type SendLoop = { completion: Promise<void>; shouldRepeat: boolean; readonly stops: Set<AbortSignal> }
type ProcessState = { readonly sending: WeakMap<object, SendLoop>; readonly ended: WeakSet<object> }

// On globalThis because Next loads modules in more than one graph: one process must run a single send loop to stay
// within its limits.
const KEY = Symbol.for('registers-panel.deliveries')
/** Safe: only this module uses the symbol. */
const holder = globalThis as { [KEY]?: ProcessState }

const processState = (): ProcessState => (holder[KEY] ??= { sending: new WeakMap(), ended: new WeakSet() })

/** Sends all due deliveries. A call during a running loop makes that loop run once more and waits for it. */
async function runSendLoop(context: DeliveryContext, stopping?: AbortSignal): Promise<void> {
  const { sending: loops, ended } = processState()
  const { db } = context.storage
  if (ended.has(db)) return
  const runningLoop = loops.get(db)
  if (runningLoop) {
    runningLoop.shouldRepeat = true
    if (stopping) runningLoop.stops.add(stopping)
    return runningLoop.completion
  }
  const sending: SendLoop = {
    completion: Promise.resolve(),
    shouldRepeat: true,
    stops: new Set(stopping ? [stopping] : []),
  }
  const isStopping = () => ended.has(db) || [...sending.stops].some(({ aborted }) => aborted)
  const run = async () => {
    try {
      while (sending.shouldRepeat && !isStopping()) {
        sending.shouldRepeat = false
        await sendUntilDone(context, isStopping)
      }
    } finally {
      loops.delete(db)
    }
  }
  loops.set(db, sending)
  sending.completion = run()
  return sending.completion
}

/**
 * Starts no further deliveries in this process: waiting ones are left to other processes or the next start. Resolves
 * once running attempts are finished and written, so that the store may be closed.
 */
export async function endDeliveries({ db }: DeliveryContext['storage']): Promise<void> {
  const { sending, ended } = processState()
  ended.add(db)
  await sending.get(db)?.completion.catch(() => undefined)
}

/** Sends what was just committed without waiting for the result. What fails here is retried by the job. */
export function sendDeliveriesSoon(context: DeliveryContext): void {
  runSendLoop(context).catch((error: unknown) =>
    context.log.warn({ err: error }, 'deliveries were not sent immediately; the job will send them'),
  )
}

export const deliveriesJob: PanelJob = {
  name: 'deliveries',
  everyMs: 5000,
  run: async (dependencies, stopping) => {
    const server = dependencies.mail.mailer?.server
    const isAway = server?.mayTry() === false
    await runSendLoop(dependencies, stopping)
    // The mail server is checked last, so that a slow check delays no other channel.
    if (isAway && (await server.isReady())) await runSendLoop(dependencies, stopping)
  },
}

export const deliveriesForgetJob: PanelJob = {
  name: 'deliveries.forget',
  everyMs: 6 * 3_600_000,
  run: async ({ storage, clock }) => {
    const before = new Date(clock().getTime() - RETENTION_MS).toISOString()
    await deleteOldDeliveries(storage.db, { before })
    await deleteEmptyChannels(storage.db, before)
    // Rows of e-mails stay because their unsubscribe links must keep working.
    await eraseMailsBefore(storage.db, before)
  },
}
