import type { PanelJob } from '@/lib/panel/job'
import type { Delivering } from '@/lib/panel/outgoing/outgoing'

import { sendUntilDone } from './sender'
import { deleteEmptyChannels, deleteOldDeliveries } from './statements/deliveries'
import { eraseMailsBefore } from './statements/mails'

const DAY_MS = 86_400_000
/** What was delivered, or is dead, can be looked at and replayed for so long; what e-mails said is kept as long. */
const KEPT_MS = 90 * DAY_MS

type Sending = { done: Promise<void>; again: boolean; readonly stops: Set<AbortSignal> }
type Process = { readonly sending: WeakMap<object, Sending>; readonly ended: WeakSet<object> }

// On globalThis because Next loads modules in more than one graph: one process sends in one loop, within its bounds.
const KEY = Symbol.for('registers-panel.deliveries')
/** Sound: the symbol is ours alone. */
const holder = globalThis as { [KEY]?: Process }

const ofProcess = (): Process => (holder[KEY] ??= { sending: new WeakMap(), ended: new WeakSet() })

/** Sends what is due in this process. Whoever asks while it is under way is looked after by it. */
async function sendInProcess(of: Delivering, stopping?: AbortSignal): Promise<void> {
  const { sending: all, ended } = ofProcess()
  const { db } = of.storage
  if (ended.has(db)) return
  const known = all.get(db)
  if (known) {
    known.again = true
    if (stopping) known.stops.add(stopping)
    return known.done
  }
  const sending: Sending = { done: Promise.resolve(), again: true, stops: new Set(stopping ? [stopping] : []) }
  const isStopping = () => ended.has(db) || [...sending.stops].some(({ aborted }) => aborted)
  const run = async () => {
    try {
      while (sending.again && !isStopping()) {
        sending.again = false
        await sendUntilDone(of, isStopping)
      }
    } finally {
      all.delete(db)
    }
  }
  all.set(db, sending)
  sending.done = run()
  return sending.done
}

/**
 * Nothing more is begun in this process, whoever asks: what waits goes with the others, or after the next start. Resolves once what is
 * under way has come to its end and is written; the store may be closed then.
 */
export async function endDeliveries({ db }: Delivering['storage']): Promise<void> {
  const { sending, ended } = ofProcess()
  ended.add(db)
  await sending.get(db)?.done.catch(() => undefined)
}

/** At once what was just queued and committed, without waiting for it; what fails here is the job's. */
export function sendDeliveriesSoon(of: Delivering): void {
  sendInProcess(of).catch((error: unknown) =>
    of.log.warn({ err: error }, 'deliveries were not sent at once; the job does it'),
  )
}

export const deliveriesJob: PanelJob = {
  name: 'deliveries',
  everyMs: 5000,
  run: async (dependencies, stopping) => {
    const server = dependencies.mail.mailer?.server
    const isAway = server?.mayTry() === false
    await sendInProcess(dependencies, stopping)
    // Whether it is back is asked afterwards, so that it holds up no other channel.
    if (isAway && (await server.isReady())) await sendInProcess(dependencies, stopping)
  },
}

export const deliveriesForgetJob: PanelJob = {
  name: 'deliveries.forget',
  everyMs: 6 * 3_600_000,
  run: async ({ storage, clock }) => {
    const before = new Date(clock().getTime() - KEPT_MS).toISOString()
    await deleteOldDeliveries(storage.db, { before })
    await deleteEmptyChannels(storage.db, before)
    // Their rows stay: the links in them still end what they are of.
    await eraseMailsBefore(storage.db, before)
  },
}
