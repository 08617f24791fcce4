import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { consoleNames } from '@/lib/contract/console/console-operations'
import { requestFormOf } from '@/lib/contract/console/request-form'
import { operationOf } from '@/lib/contract/table'
import type { PanelParsed } from '@/lib/features/contract'
import { deleteUser } from '@/lib/features/members/delete-user'
import { removeMember } from '@/lib/features/members/members'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { type ConsoleCall, consoleCallOperations, MAX_CONSOLE_CALLS } from './contract'
import { consoleCallHandlers } from './handlers'

const PESEL = '44051401359'
const UUID = '00000000-0000-4000-8000-000000000001'

describe.each(sqliteOnly)('the history of the console on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  async function createMember(accountId?: string) {
    const id = accountId ?? (await service.createAccount()).accountId
    await makeMember(service.storage, { accountId: id })
    const member = await makeMember(service.storage, { accountId: id, role: 'viewer' })
    const user = { id: member.id, email: member.email, role: 'viewer' as const }
    const context = () => panelContext(service, id, { user })
    return {
      accountId: id,
      user,
      add: (call: Partial<PanelParsed<'consoleCalls.add'>['body']>) =>
        consoleCallHandlers['consoleCalls.add'](
          {
            body: {
              operation: 'record.get',
              status: 200,
              took_ms: 12,
              units: 1,
              request_id: 'r-1',
              inputs: {},
              is_partial: false,
              ...call,
            },
          },
          context(),
        ),
      list: async (): Promise<ConsoleCall[]> => (await consoleCallHandlers['consoleCalls.list']({}, context())).items,
      clear: () => consoleCallHandlers['consoleCalls.clear']({}, context()),
    }
  }

  const storedText = async () =>
    JSON.stringify(await service.storage.db.selectFrom('console_calls').selectAll().execute())

  it('stores only what cannot be personal, whatever a browser sends', async () => {
    const { add, list } = await createMember()
    await add({ inputs: { query: { krs: '0000000018', nip: '5261040828', id: UUID } } })
    await add({
      operation: 'monitors.bulkCreate',
      inputs: {
        body: { items: [{ identifier_type: 'pesel', identifier_value: PESEL, label: 'Jan Kowalski' }], more: PESEL },
      },
    })
    await add({ operation: 'sudop.cases', inputs: { query: { q: 'Kowalska', nip: PESEL, limit: 20, cursor: 'abc' } } })
    await add({ operation: 'record.get', inputs: { query: { krs: PESEL }, params: { id: PESEL } } })
    await add({
      operation: 'filters.create',
      inputs: { body: { name: 'Kowalska', content: { pesel: [PESEL], name: ['Kowalska'] } } },
    })
    const calls = await list()
    expect(calls.map(({ operation, inputs, is_partial: isPartial }) => [operation, inputs, isPartial])).toEqual([
      ['filters.create', { body: { content: {} } }, true],
      ['record.get', { params: {}, query: {} }, true],
      ['sudop.cases', { query: { limit: 20 } }, true],
      ['monitors.bulkCreate', { body: {} }, true],
      ['record.get', { query: { krs: '0000000018', nip: '5261040828', id: UUID } }, false],
    ])
    const stored = await storedText()
    for (const word of [PESEL, 'Kowalsk', 'cursor']) expect(stored).not.toContain(word)
  })

  /** Every text field of every operation is filled with a person’s name or number. */
  it('stores neither a name nor a number from any field of any operation', async () => {
    const { add, list } = await createMember()
    for (const word of [PESEL, 'Anna Kowalska', '440514 01359', '44.05.14-01359']) {
      for (const operation of consoleNames) {
        const form = requestFormOf(operation)
        const filled = (fields: (typeof form)['body']): Record<string, unknown> =>
          Object.fromEntries(
            fields.map(({ name, kind, fields: inner = [] }): [string, unknown] => {
              if (kind === 'group') return [name, filled(inner)]
              if (kind === 'groups') return [name, [filled(inner)]]
              return [name, kind === 'lines' ? [word] : word]
            }),
          )
        await add({
          operation,
          inputs: { params: filled(form.params), query: filled(form.query), body: filled(form.body) },
        })
      }
      const stored = await storedText()
      expect(stored).not.toContain(word)
      expect(stored.replaceAll(/\D/g, '')).not.toContain(PESEL)
    }
    expect(await list()).toHaveLength(MAX_CONSOLE_CALLS)
  })

  it('keeps the newest hundred calls of a user in an account, and clears no other history', async () => {
    const one = await createMember()
    const other = await createMember(one.accountId)
    await other.add({ status: 402, units: null, request_id: null })
    for (let index = 0; index < MAX_CONSOLE_CALLS + 5; index += 1) await one.add({ took_ms: index })
    const calls = await one.list()
    expect(calls).toHaveLength(MAX_CONSOLE_CALLS)
    expect([calls[0]?.took_ms, calls.at(-1)?.took_ms]).toEqual([MAX_CONSOLE_CALLS + 4, 5])
    expect(await other.list()).toMatchObject([{ status: 402, units: null, request_id: null }])
    await one.clear()
    expect([await one.list(), (await other.list()).length]).toEqual([[], 1])
  })

  it('is deleted with the membership and with the user', async () => {
    const one = await createMember()
    const other = await createMember(one.accountId)
    await one.add({})
    await other.add({})
    const changeInfo = {
      actor: 'owner@example.test',
      now: service.clock.now(),
      address: null,
      requestId: null,
      sendsMail: false,
    }
    await removeMember(
      service.storage,
      { accountId: one.accountId, userId: one.user.id },
      { ...changeInfo, action: 'members.remove' },
    )
    await deleteUser(service.storage, { userId: other.user.id, actor: 'cli', now: service.clock.now() })
    const remainingCalls = await service.storage.db
      .selectFrom('console_calls')
      .select('id')
      .where('account_id', '=', one.accountId)
      .execute()
    expect(remainingCalls).toEqual([])
  })

  it('accepts only the name of an operation that a key may call', () => {
    const { body } = operationOfAdd()
    const call = { operation: 'record.get', status: 200, took_ms: 1, units: 1, request_id: 'a', inputs: {} }
    expect(body.safeParse(call).success).toBe(true)
    for (const wrong of [
      { operation: 'keys.list' },
      { operation: PESEL },
      { request_id: 'Jan Kowalski' },
      { status: 99_999 },
      { inputs: { other: {}, params: 'x' } },
    ])
      expect(body.safeParse({ ...call, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
    expect(operationOf('record.get').audience).toBe('public')
  })
})

const operationOfAdd = () => consoleCallOperations['consoleCalls.add']
