import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openChannelsClient } from '@/lib/testing/delivery/channels'
import { type ReceivedRequest, startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { type KilledRuns, openKilledRuns } from '@/lib/testing/killed-runs'
import { rounds } from '@/lib/testing/rounds'
import { engines, type TestService } from '@/lib/testing/service'

const KILLS = rounds({ long: 20, short: 3 })
const SUBJECTS = 8
const PER_SUBJECT = 6

const JOB_SCRIPT = `
import { pino } from 'pino'
import { readAllowedNetworks } from '@/lib/panel/outgoing/allowed-networks'
import { deliveriesJob } from '@/lib/features/deliveries/job'
import { noMail } from '@/lib/panel/mail/mailer'
import { openStorage } from '@/lib/storage/open'

const { secret, ...store } = JSON.parse(process.env.STORE)
const storage = await openStorage(store)
const secrets = { current: () => secret, all: () => [secret], reload: () => undefined }
const outgoing = { allowed: readAllowedNetworks('127.0.0.1') }
const log = pino({ level: 'silent' })
const dependencies = { storage, clock: () => new Date(), log, dataDir: '', mail: noMail, secrets, outgoing, isEmbedded: true }
for (;;) {
  // A process that waits too long for SQLite's file lock retries, as a job does.
  await deliveriesJob.run(dependencies).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 5))
}
`

type Body = { readonly sequence: number; readonly data: { readonly subject: string } }
const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body) as Body

describe.each(engines)('deliveries of killed processes on %s', (engine) => {
  let service: TestService
  let receiver: TestReceiver
  let runs: KilledRuns
  beforeAll(async () => {
    receiver = await startReceiver()
    runs = await openKilledRuns(engine, JOB_SCRIPT, new Date().toISOString())
    service = runs.service
  })
  afterAll(async () => {
    await runs.stop()
    await receiver.stop()
  })

  const start = () => runs.start({ secret: 'a secret of the tests' })

  /** Simulates that the 30 seconds of the killed process's claims have passed. */
  async function endClaims() {
    await service.storage.db
      .updateTable('deliveries')
      .set({ claimed_until: null })
      .where('state', '=', 'waiting')
      .execute()
  }

  it('all arrive, in the order of each subject, and duplicates have the same id and body', async () => {
    const { accountId } = await service.createAccount()
    const owner = await openChannelsClient(service, accountId)
    const { channel } = await owner.create({ url: receiver.url })
    receiver.answerWith((_, response) => setTimeout(() => response.writeHead(204).end(), 10))
    const children = [start(), start()]
    const queued: string[] = []
    const waiting = async () => {
      const [current] = await owner.channels()
      return current?.waiting ?? -1
    }
    for (let round = 0; round < KILLS; round += 1) {
      const subjects = Array.from({ length: SUBJECTS * PER_SUBJECT }, (_, index) => `subject ${index % SUBJECTS}`)
      service.clock.set(new Date().toISOString())
      for (const subject of subjects) {
        const [id = ''] = await owner.queue(channel.id, [subject], { data: { subject } })
        queued.push(id)
      }
      const before = receiver.received.length
      await expect.poll(waiting, { timeout: 30_000, interval: 3 }).toBeLessThan(subjects.length - (round % 5) * 4)
      await runs.kill(children[round % 2]!)
      children[round % 2] = start()
      // Claims of the killed process are released; what it was sending may arrive twice.
      await endClaims()
      await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBe(0)
      expect(receiver.received.length).toBeGreaterThanOrEqual(before)
    }
    const rows = await service.storage.db
      .selectFrom('deliveries')
      .select(['id', 'state', 'message_id', 'sequence'])
      .execute()
    expect(queued.every((id) => rows.some((row) => row.id === id && row.state === 'delivered'))).toBe(true)
    const byId = new Map<string, ReceivedRequest[]>()
    for (const each of receiver.received) {
      const id = String(each.headers['webhook-id'])
      byId.set(id, [...(byId.get(id) ?? []), each])
    }
    expect(new Set(byId.keys())).toEqual(new Set(rows.map(({ message_id: id }) => id)))
    for (const copies of byId.values()) expect(new Set(copies.map(({ body }: ReceivedRequest) => body)).size).toBe(1)
    const firsts = [...byId.values()].map(([first]) => bodyOf(first!))
    for (let subject = 0; subject < SUBJECTS; subject += 1) {
      const sequences = firsts
        .filter(({ data }) => data.subject === `subject ${subject}`)
        .map(({ sequence }) => sequence)
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
      expect(sequences).toHaveLength(KILLS * PER_SUBJECT)
    }
  })
})
