import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { auditKeyOf, keepAuditKey } from '@/lib/features/audit/statements/audit-key'
import type { PanelContext } from '@/lib/panel/context'
import { peselOf } from '@/lib/testing/identifiers'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { MAX_VIEWS, viewOperations } from './contract'
import { viewHandlers } from './handlers'

const page = 'monitors' as const

describe.each(sqliteOnly)('saved views on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  /** Creates several people in one account. */
  async function createPeople(...roles: readonly Role[]): Promise<PanelContext[]> {
    const { accountId } = await service.createAccount()
    return roles.map((role, index) => {
      const context = panelContext(service, accountId)
      return { ...context, user: { id: `${accountId}-${index}`, email: `${role}-${index}@example.test`, role } }
    })
  }
  const save = (context: PanelContext, name: string, more: { query?: string; is_team?: boolean } = {}) =>
    viewHandlers['views.save']({ body: { page, name, query: 'kind=krs', is_team: false, ...more } }, context)
  const list = async (context: PanelContext) => (await viewHandlers['views.list']({ query: { page } }, context)).items
  const names = async (context: PanelContext) => (await list(context)).map(({ name }) => name)
  const choose = (context: PanelContext, view_id: string | null, is_team = false) =>
    viewHandlers['views.setDefault']({ body: { page, view_id, is_team } }, context)
  const remove = (context: PanelContext, id: string) => viewHandlers['views.delete']({ params: { id } }, context)

  it('are visible to the user who saved them, and team views to all members of the account', async () => {
    const [one, other] = await createPeople('owner', 'viewer')
    const [stranger] = await createPeople('owner')
    if (!one || !other || !stranger) throw new Error('three people are needed')
    await save(one, 'Moje')
    await save(one, 'Wspólne', { is_team: true })
    await save(other, 'Moje', { query: 'kind=nip' })
    expect(await names(one)).toEqual(['Moje', 'Wspólne'])
    expect((await list(other)).map(({ name, query, is_team }) => [name, query, is_team])).toEqual([
      ['Moje', 'kind=nip', false],
      ['Wspólne', 'kind=krs', true],
    ])
    expect(await names(stranger)).toEqual([])
  })

  it('are sorted by their displayed names, in which numbers are masked', async () => {
    const [one, other] = await createPeople('owner', 'viewer')
    if (!one || !other) throw new Error('two people are needed')
    const pesel = peselOf(1)
    await save(one, `Jan ${pesel}`, { is_team: true })
    for (let digit = 0; digit < 10; digit += 1) await save(other, `Jan ${pesel.slice(0, 2)}${digit}`)
    expect((await names(other)).indexOf(`Jan ${pesel}`)).toBe(10)
  })

  it('of the team are not changed if the audit entry cannot be written', async () => {
    const [one] = await createPeople('owner')
    if (!one) throw new Error('a person is needed')
    const { id } = await save(one, 'Zespół', { is_team: true })
    const key = auditKeyOf(service.storage.db)
    // Safe: this is the state of a process without the log's key.
    keepAuditKey(service.storage.db, undefined as unknown as string)
    await expect(save(one, 'Zespół', { is_team: true, query: 'density=compact' })).rejects.toThrow('audit log')
    await expect(choose(one, id, true)).rejects.toThrow('audit log')
    await expect(remove(one, id)).rejects.toThrow('audit log')
    keepAuditKey(service.storage.db, key)
    expect(await list(one)).toMatchObject([{ id, query: 'kind=krs', is_team_default: false }])
  })

  it('are replaced under the same name, and keep their id', async () => {
    const [one] = await createPeople('owner')
    if (!one) throw new Error('a person is needed')
    const first = await save(one, 'Moje')
    const second = await save(one, 'Moje', { query: 'density=compact' })
    expect(second).toMatchObject({ id: first.id, query: 'density=compact', saved_by: one.user.email })
    expect(await names(one)).toEqual(['Moje'])
  })

  it('can be the default of a user or of the team until they are deleted', async () => {
    const [one, other] = await createPeople('compliance', 'viewer')
    if (!one || !other) throw new Error('two people are needed')
    const team = await save(one, 'Zespół', { is_team: true })
    const ownView = await save(other, 'Moje')
    await choose(one, team.id, true)
    await choose(other, ownView.id)
    const marks = async (context: PanelContext) =>
      (await list(context)).map(({ name, is_own_default, is_team_default }) => [name, is_own_default, is_team_default])
    expect(await marks(one)).toEqual([['Zespół', false, true]])
    expect(await marks(other)).toEqual([
      ['Moje', true, false],
      ['Zespół', false, true],
    ])
    await choose(other, team.id)
    await remove(one, team.id)
    expect(await marks(other)).toEqual([['Moje', false, false]])
    await choose(other, null)
    expect(await marks(other)).toEqual([['Moje', false, false]])
  })

  it('of the team can be changed only by roles that may change monitors, and each change is recorded', async () => {
    const [writer, viewer] = await createPeople('compliance', 'viewer')
    if (!writer || !viewer) throw new Error('two people are needed')
    const team = await save(writer, 'Zespół', { is_team: true })
    const refused = { code: 'role_required', status: 403 }
    await expect(save(viewer, 'Inne', { is_team: true })).rejects.toMatchObject(refused)
    await expect(remove(viewer, team.id)).rejects.toMatchObject(refused)
    await expect(choose(viewer, team.id, true)).rejects.toMatchObject(refused)
    await choose(writer, team.id, true)
    await remove(writer, team.id)
    const entries = await listEntriesAfter(service.storage.db, writer.account.id, { number: 0, limit: 100 })
    expect(entries.map(({ action }) => action)).toEqual(['views.save', 'views.setDefault', 'views.delete'])
  })

  it('of another user are reported as not found', async () => {
    const [one, other] = await createPeople('owner', 'owner')
    const [stranger] = await createPeople('owner')
    if (!one || !other || !stranger) throw new Error('three people are needed')
    const ownView = await save(one, 'Moje')
    const team = await save(one, 'Zespół', { is_team: true })
    const missing = { code: 'not_found', status: 404 }
    await expect(remove(other, ownView.id)).rejects.toMatchObject(missing)
    await expect(choose(other, ownView.id)).rejects.toMatchObject(missing)
    await expect(remove(stranger, team.id)).rejects.toMatchObject(missing)
    await expect(choose(one, ownView.id, true)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('are limited in number, and can still be replaced at the limit', async () => {
    const [one] = await createPeople('owner')
    if (!one) throw new Error('a person is needed')
    for (let n = 0; n < MAX_VIEWS; n++) await save(one, `Widok ${n}`)
    await expect(save(one, 'Jeden za dużo')).rejects.toMatchObject({ code: 'limit', status: 409 })
    await expect(save(one, 'Widok 0', { query: '' })).resolves.toMatchObject({ query: '' })
  })
})

it('a view is rejected if its query contains a personal number, in any field and however it is split', () => {
  const { body } = viewOperations['views.save']
  const accepts = (query: string) => body.safeParse({ page, name: 'x', query }).success
  const pesel = peselOf(3)
  expect(accepts('q=transbud&tag=a&sort=-event')).toBe(true)
  for (const query of [
    `q=${pesel}`,
    `tag=${pesel.slice(0, 6)}-${pesel.slice(6)}`,
    `q=Jan+${pesel.slice(0, 3)}%20${pesel.slice(3)}`,
  ]) {
    expect(accepts(query)).toBe(false)
  }
})
