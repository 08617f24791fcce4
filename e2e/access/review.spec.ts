import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { needsProof } from '@/lib/contract/operation'
import { type Role, roles } from '@/lib/domain/roles'

import { expect, test } from '../support/fixtures'
import { type Panel, startPanel } from '../support/panel'
import {
  type Answer,
  addressOf,
  ask,
  harmlessInput,
  inTurns,
  refusalOf,
  type ReviewedRow,
  reviewedRows,
  sessionOf,
} from '../support/reviewed-rows'
import { changeStore } from '../support/stored'

/** Access matrices: callers without the right are refused, whatever state the account is in. */

let panel: Panel
let dataDir: string
// Calls every operation of both contracts, one after the other.
test.describe.configure({ timeout: 180_000 })

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'panel-review-'))
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
  panel = await startPanel(dataDir, (url) => ({ PANEL_URL: url }))
})
test.afterAll(async () => {
  await panel.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const SLUG = 'demo-pro'
const emailOf = (role: Role) => `${role}@demo.test`
/** Allowed callers are served, or get an error about the call itself; never a refusal or an internal error. */
const SERVED = [200, 201, 202, 204, 206, 402, 404, 409, 410, 422, 503]

async function callHarmlessly(row: ReviewedRow, cookie: string): Promise<Answer> {
  const input = await harmlessInput(row)
  const headers = { cookie, origin: panel.url }
  const { method } = row.operation
  return ask(panel, addressOf(row, input), { method, headers, ...(input.text !== undefined && { text: input.text }) })
}

type Verdict = (row: ReviewedRow, answer: Answer) => boolean

/** Has to be a session's last call, because the person leaves the account, unless it is its last owner. */
const isLeaving = ({ name }: ReviewedRow) => name === 'members.leave'

/** Calls every operation with one role; returns unexpected answers as texts. */
async function walk(role: Role, isRight: Verdict) {
  const cookie = await sessionOf(panel, emailOf(role))
  const wrong: string[] = []
  let counted = 0
  const call = async (row: ReviewedRow) => {
    const answer = await callHarmlessly(row, cookie)
    counted += 1
    if (!isRight(row, answer)) wrong.push(`${role} ${row.name}: ${answer.status} ${answer.code ?? ''}`)
  }
  const staying = reviewedRows.filter((row) => !isLeaving(row))
  await inTurns(staying, 2, call)
  await inTurns(reviewedRows.filter(isLeaving), 1, call)
  return { wrong, counted }
}

const joinAgain = (role: Role) =>
  changeStore(
    panel,
    `insert into members (account_id, user_id, role, created_at)
     select accounts.id, users.id, ?, users.created_at from accounts, users
     where accounts.slug = ? and users.email = ?`,
    role,
    SLUG,
    emailOf(role),
  )

test('the tables have rows, each once', () => {
  expect(reviewedRows.length).toBeGreaterThan(130)
  expect(new Set(reviewedRows.map(({ name }) => name)).size).toBe(reviewedRows.length)
  for (const role of roles) {
    const refused = reviewedRows.filter((row) => refusalOf(role, row) !== undefined)
    expect(refused.length === 0, role).toBe(role === 'owner')
  }
})

for (const state of ['active', 'trial', 'inactive']) {
  test(`every row × every role, of an account that is ${state}`, async () => {
    panel.admin(['account', 'set-state', SLUG, state])
    const walked = await Promise.all(
      roles.map((role) =>
        walk(role, (row, { status, code }) => {
          const refusal = refusalOf(role, row)
          return refusal === undefined ? SERVED.includes(status) : status === 403 && code === refusal
        }),
      ),
    )
    expect(walked.flatMap(({ wrong }) => wrong)).toEqual([])
    expect(walked.map(({ counted }) => counted)).toEqual(roles.map(() => reviewedRows.length))
    for (const role of roles.filter((each) => each !== 'owner')) joinAgain(role)
  })
}

test('sensitive rows want a new proof of those who may, and say nothing of it to those who may not', async () => {
  const sensitive = reviewedRows.filter(({ operation }) => needsProof(operation))
  expect(sensitive.length).toBeGreaterThan(8)
  const cookies = await Promise.all(roles.map((role) => sessionOf(panel, emailOf(role))))
  changeStore(panel, 'update sessions set proved_at = ?', '2020-01-01T00:00:00.000Z')
  for (const [index, role] of roles.entries()) {
    for (const row of sensitive) {
      const { status, code } = await callHarmlessly(row, cookies[index] ?? '')
      expect([status, code], `${role} ${row.name}`).toEqual([403, refusalOf(role, row) ?? 'proof_required'])
    }
  }
})
