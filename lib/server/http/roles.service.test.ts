import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { isPaid, needsProof } from '@/lib/contract/operation'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { type Role, roles } from '@/lib/domain/roles'
import { maySpend } from '@/lib/domain/spending'
import { insertMember } from '@/lib/features/members/statements/members'
import { setPlan } from '@/lib/service/accounts/accounts'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import {
  addressOf,
  harmlessInput,
  refusalOf,
  type ReviewedOperation,
  reviewedOperations,
} from '@/lib/testing/calls/reviewed-rows'
import {
  openTestPanel,
  type PanelAnswer,
  sampleMembers,
  TEST_ORIGIN,
  type TestPanel,
} from '@/lib/testing/doors/test-panel'

vi.mock('server-only', () => ({}))
vi.mock('../session', async () => (await import('@/lib/testing/signed-in')).sessionModule)
const { proxy } = await import('./proxy')
const { handlePanelRequest } = await import('./panel-api')

/** The account whose state changes; roles without the right are refused in every state. */

const SLUG = 'demo-pro'
/** Statuses of a call that the role may make: success, or a refusal for another reason than the role. */
const ALLOWED_STATUSES = [200, 201, 202, 204, 206, 402, 404, 409, 410, 422, 503]

let panel: TestPanel
beforeAll(async () => {
  panel = await openTestPanel({ proxy, handlePanelRequest })
})
afterAll(() => panel.stop())

async function callHarmlessly(row: ReviewedOperation, session: string): Promise<PanelAnswer> {
  const { text, ...input } = await harmlessInput(row)
  const { method } = row.operation
  const call = { method, headers: { origin: TEST_ORIGIN }, ...(text !== undefined && { text }) }
  return panel.request(session, addressOf(row, input), call)
}

/** Must be called last in a session, because it removes the person from the account unless they are its last owner. */
const isLeaving = ({ name }: ReviewedOperation) => name === 'members.leave'
const rowsInOrder = [...reviewedOperations.filter((row) => !isLeaving(row)), ...reviewedOperations.filter(isLeaving)]

async function joinAgain(role: Role, email: string): Promise<void> {
  const { storage } = panel.testService
  const account = await storage.db
    .selectFrom('accounts')
    .select('id')
    .where('slug', '=', SLUG)
    .executeTakeFirstOrThrow()
  const user = await storage.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const row = { account_id: account.id, user_id: user.id, role, created_at: new Date().toISOString() }
  await inAccounts(storage, [account.id], (tx) => insertMember(tx, { ...row, disabled_at: null, last_seen_at: null }))
}

it('every row is listed once, and every role except the owner is refused some rows', () => {
  expect(reviewedOperations.length).toBeGreaterThan(130)
  expect(new Set(reviewedOperations.map(({ name }) => name)).size).toBe(reviewedOperations.length)
  for (const role of roles) {
    const refused = reviewedOperations.filter((row) => refusalOf(role, row) !== undefined)
    expect(refused.length === 0, role).toBe(role === 'owner')
  }
})

describe.each(['active', 'trial', 'inactive'] as const)('an account that is %s', (state) => {
  beforeAll(async () => {
    const clock = () => new Date()
    await setPlan({ storage: panel.testService.storage, clock }, SLUG, { state })
  })

  it.each(sampleMembers)('allows or refuses every row correctly for the role $role', async ({ role, email }) => {
    const session = await panel.signIn(email)
    const wrong: string[] = []
    for (const row of rowsInOrder) {
      const { status, code, body } = await callHarmlessly(row, session)
      const refusal = refusalOf(role, row)
      const isRight = refusal === undefined ? ALLOWED_STATUSES.includes(status) : status === 403 && code === refusal
      if (!isRight) wrong.push(`${row.name}: ${status} ${code ?? ''}`)
      // A refusal names the roles that may make the call.
      if (refusal === 'role_required') expect(body, row.name).toMatchObject({ detail: { roles: row.operation.roles } })
      if (refusal === 'spending_not_allowed') {
        expect(body, row.name).toMatchObject({ detail: { roles: roles.filter((each) => maySpend(each, null)) } })
      }
    }
    expect(wrong).toEqual([])
    if (role !== 'owner') await joinAgain(role, email)
  })
})

it.each(sampleMembers)(
  'sensitive rows require a new proof from $role where the role is allowed, and mention it to no other role',
  async (member) => {
    const sensitive = reviewedOperations.filter(({ operation }) => needsProof(operation))
    expect(sensitive.length).toBeGreaterThan(8)
    const session = await panel.signIn(member.email)
    const { db } = panel.testService.storage
    await db.updateTable('sessions').set({ proved_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', session).execute()
    for (const row of sensitive) {
      const { status, code } = await callHarmlessly(row, session)
      expect([status, code], row.name).toEqual([403, refusalOf(member.role, row) ?? 'proof_required'])
    }
  },
)

/** Files of a register, which are sent as published to the roles that may see their content. */
const AS_PUBLISHED = ['stream.announcements']

it.each(sampleMembers)(
  'no personal number of the account is shown unmasked to $role outside published data',
  async ({ role, email }) => {
    const { storage } = panel.testService
    const { db } = storage
    // An inactive account is shown nothing.
    await setPlan({ storage, clock: () => new Date() }, SLUG, { state: 'active' })
    const monitors = db.selectFrom('monitors').innerJoin('accounts', 'accounts.id', 'monitors.account_id')
    const persons = await monitors
      .select('identifier_value')
      .where('slug', '=', SLUG)
      .where('identifier_type', '=', 'pesel')
      .execute()
    const pesels = persons.flatMap(({ identifier_value: value }) => (value === null ? [] : [value]))
    expect(pesels.length).toBeGreaterThan(10)
    const session = await panel.signIn(email)
    const unmaskedNames: string[] = []
    let masked = 0
    for (const row of reviewedOperations.filter(({ operation }) => operation.method === 'GET' && !isPaid(operation))) {
      const { text: _text, ...input } = await harmlessInput(row)
      const query = { ...input.query, ...(row.name === 'monitors.list' && { limit: 1000 }) }
      const { body } = await panel.request(session, addressOf(row, { ...input, query }), {
        headers: { origin: TEST_ORIGIN },
      })
      const bodyText = JSON.stringify(body)
      if (pesels.some((pesel) => bodyText.includes(pesel))) unmaskedNames.push(row.name)
      if (pesels.some((pesel) => bodyText.includes(maskPesels(pesel)))) masked += 1
    }
    expect(unmaskedNames.filter((name) => !AS_PUBLISHED.includes(name))).toEqual([])
    // The test proves something only if at least one masked number was unmaskedNames.
    if (role !== 'finance') expect(masked).toBeGreaterThan(0)
  },
)
