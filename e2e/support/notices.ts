import type { APIRequestContext } from '@playwright/test'

import { warsawDay } from '@/lib/domain/calendar'
import type { SampleNotice } from '@/lib/sample/bzp/bzp-notice'
import { toNewNotice } from '@/lib/sample/bzp/new-notice'
import { insertNotices } from '@/lib/service/bzp/statements/bzp-notices'
import { openUnmigrated } from '@/lib/storage/open'
import { noticeOf } from '@/lib/testing/notices'

import { expect } from './fixtures'
import type { Panel } from './panel'

let count = 0
const DAY_MS = 86_400_000

/**
 * Publishes notices in the store of a running panel, now, in the given order; fields that are not given differ between
 * them.
 */
export async function publishNotices(
  { dataDir }: Pick<Panel, 'dataDir'>,
  ...noticeOverrides: readonly Partial<SampleNotice>[]
): Promise<void> {
  const notices = noticeOverrides.map((overrides) => {
    count += 1
    const at = new Date()
    const index = at.getTime() * 100 + (count % 100)
    const published = { tender_id: `ocds-e2e-${index}`, published_at: at.toISOString() }
    const numbered = { notice_number: `2026/BZP ${String(index % 1e8).padStart(8, '0')}/01` }
    return toNewNotice(noticeOf(index % 1e12, { ...published, ...numbered, ...overrides }), warsawDay(at))
  })
  const storage = openUnmigrated({ dataDir })
  try {
    await insertNotices(storage.db, notices)
  } finally {
    await storage.close()
  }
}

/** Longer than a test may take; the next test renews it. */
const HELD_MS = 180_000

/** Stops the sample from publishing notices, so that consecutive counts refer to the same notices. */
export async function pauseSampleNotices({ dataDir }: Pick<Panel, 'dataDir'>): Promise<void> {
  const storage = openUnmigrated({ dataDir })
  const claim = () => ({ holder: 'journey', until: new Date(Date.now() + HELD_MS).toISOString() })
  const claimJob = () =>
    storage.db.updateTable('job_locks').set(claim()).where('name', '=', 'bzp-notices').executeTakeFirstOrThrow()
  try {
    // A panel that has just started has not claimed the job yet.
    await expect.poll(async () => (await claimJob()).numUpdatedRows, { message: 'the job of the notices' }).toBe(1n)
  } finally {
    await storage.close()
  }
}

type MatchPage = { readonly total: number; readonly items: readonly { readonly earlier: readonly unknown[] }[] }

/**
 * Waits until the panel has found this many procedures, including this many earlier notices, for the signed-in user.
 */
export async function waitForMatches(
  request: APIRequestContext,
  text: string,
  wanted: { readonly total: number; readonly earlier?: number },
): Promise<void> {
  const found = async () => {
    const answer = await request.get(`/api/panel/bzp-matches?q=${encodeURIComponent(text)}`)
    const { total, items } = (await answer.json()) as MatchPage
    return { total, earlier: Math.max(0, ...items.map(({ earlier }) => earlier.length)) }
  }
  // Longer than the interval of the panel's job.
  await expect.poll(found, { timeout: 50_000 }).toEqual({ earlier: 0, ...wanted })
}

/** Moves the creation and the matches of an alert back by some days, so that its digest is due. */
export async function backdateAlert({ dataDir }: Pick<Panel, 'dataDir'>, id: string, days: number): Promise<void> {
  const before = (instant: string) => new Date(Date.parse(instant) - days * DAY_MS).toISOString()
  const storage = openUnmigrated({ dataDir })
  try {
    // In one transaction, because a job run in between would end the window too early.
    await storage.db.transaction().execute(async (db) => {
      const { digest_from } = await db
        .selectFrom('rules')
        .select('digest_from')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await db
        .updateTable('rules')
        .set({ digest_from: before(digest_from) })
        .where('id', '=', id)
        .execute()
      await db.updateTable('rule_looks').set({ due_at: '' }).execute()
      const found = await db.selectFrom('rule_hits').select(['occurrence', 'at']).where('rule_id', '=', id).execute()
      for (const { occurrence, at } of found) {
        await db
          .updateTable('rule_hits')
          .set({ at: before(at) })
          .where('rule_id', '=', id)
          .where('occurrence', '=', occurrence)
          .execute()
      }
    })
  } finally {
    await storage.close()
  }
}

interface AlertInput {
  readonly name: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly is_team?: boolean
  readonly timing?: 'none' | 'at_once' | 'daily' | 'weekly'
  readonly digest_hour?: number
}

/** The request for a tender alert: a silent one of the team by default. */
export const tenderRule = ({ filter, ...alert }: AlertInput) => ({
  is_team: true,
  timing: 'none',
  digest_hour: 7,
  weekday: 1,
  working_days_only: false,
  quiet: null,
  muted_until: null,
  enabled: true,
  language: 'pl',
  targets: [],
  condition: { kind: 'tender', filter },
  ...alert,
})

/** Creates an alert. `recipients`: e-mails of the members to notify. */
export async function createAlert(
  request: APIRequestContext,
  { recipients = [], ...alert }: AlertInput & { readonly recipients?: readonly string[] },
): Promise<{ readonly id: string }> {
  const list = await request.get('/api/panel/bzp-alerts')
  const { colleagues } = (await list.json()) as { colleagues: { user_id: string; email: string }[] }
  const members = colleagues.filter(({ email }) => recipients.includes(email))
  const targets = members.map(({ user_id: target }) => ({ kind: 'member', target }))
  const headers = { origin: new URL(list.url()).origin }
  const answer = await request.post('/api/panel/rules', { data: { ...tenderRule(alert), targets }, headers })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { readonly id: string }
}
