import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { sealerFor } from '@/lib/features/personal-data/personal-seal'
import { setTestRuntime } from '@/lib/testing/panel-runtime'

vi.mock('server-only', () => ({}))
const { maskAnswer } = await import('./mask-answer')
const { openCursor } = await import('./session-sealer')

const SECRET = 'secret-of-the-tests-secret-of-the-tests'
const PESEL = '44051401359'
const MASK = '44•••••••59'

beforeAll(() => setTestRuntime({ secret: SECRET }))
afterAll(() => setTestRuntime({}))

const sessionOf = (role: Role) => ({
  id: 'session',
  user: { id: 'user', email: 'somebody@example.test', role },
  account: { id: 'account', slug: 'test', name: 'Test sp. z o.o.' },
})
type Session = Parameters<typeof maskAnswer>[1]
type Row = Parameters<typeof maskAnswer>[0]
type AnswerInput = { body?: string | null; role?: Role; row?: Row; init?: ResponseInit }

const JSON_ROW: Row = { produces: 'json' }
const masked = ({ body = '{}', role = 'owner', row = JSON_ROW, init }: AnswerInput) =>
  maskAnswer(row, sessionOf(role) as Session, new Response(body, init))
const textOf = async (input: AnswerInput) => (await masked(input)).text()
const toJson = (value: unknown) => JSON.stringify(value)

describe('a JSON answer', () => {
  it.each(['owner', 'finance', 'compliance', 'viewer'] as const)('is masked for %s', async (role) => {
    const body = toJson({ identifier_type: 'pesel', identifier_value: PESEL, label: `o ${PESEL}` })
    expect(JSON.parse(await textOf({ body, role }))).toEqual({
      identifier_type: 'pesel',
      identifier_value: MASK,
      label: `o ${MASK}`,
    })
  })

  it.each([400, 404, 422, 500])('is masked when it is an error with %i, even for an unmasked row', async (status) => {
    for (const row of [JSON_ROW, { produces: 'json', unmasked: true }, { produces: 'file' }] as const) {
      const answer = await masked({ body: toJson({ detail: PESEL }), row, init: { status } })
      expect([answer.status, await answer.json()]).toEqual([status, { detail: MASK }])
    }
  })

  it.each([
    ['half a document', `{"a":"${PESEL}"`, `{"a":"${MASK}"`],
    ['a page', `<p>${PESEL}</p>`, `<p>${MASK}</p>`],
    ['nothing', '', ''],
  ])('with an invalid body is masked as one text: %s', async (_what, body, expected) => {
    expect(await textOf({ body })).toBe(expected)
  })

  it('keeps its headers except length and ETag', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '99', etag: '"a"', 'x-request-id': 'r' }
    const answer = await masked({ init: { status: 201, headers } })
    expect([answer.status, ...answer.headers]).toEqual([
      201,
      ['content-type', 'application/json'],
      ['x-request-id', 'r'],
    ])
  })
})

describe('headers of an answer', () => {
  it('are dropped when they contain a personal number', async () => {
    const headers = { 'x-request-id': PESEL, 'last-modified': `of ${PESEL}`, 'retry-after': '5' }
    expect([...(await masked({ init: { headers } })).headers.keys()]).toEqual(['content-type', 'retry-after'])
  })

  it('reveal nothing about a body that is not sent', async () => {
    const headers = { 'content-length': '99', etag: '"a"', 'x-request-id': 'r' }
    expect([...(await masked({ body: null, init: { headers } })).headers]).toEqual([['x-request-id', 'r']])
  })
})

describe('a cursor', () => {
  const body = toJson({ items: [], total: 0, next_cursor: Buffer.from(`filters ${PESEL}`).toString('base64url') })
  const cursorOf = async (input: AnswerInput) =>
    (JSON.parse(await textOf(input)) as { next_cursor: string }).next_cursor

  it.each(['owner', 'viewer'] as const)('is encrypted for %s, and opened for the same account only', async (role) => {
    const cursor = await cursorOf({ body, role })
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain(PESEL)
    // Safe: as in `masked`.
    const session = sessionOf(role) as Session
    expect(openCursor(session, cursor)).toBe((JSON.parse(body) as { next_cursor: string }).next_cursor)
    expect(openCursor({ ...session, account: { ...session.account, id: 'another' } }, cursor)).toBeUndefined()
    expect(openCursor(session, sealerFor(SECRET, 'account').seal(PESEL))).toBeUndefined()
  })

  it('stays null on the last page', async () => {
    expect(await cursorOf({ body: toJson({ items: [], next_cursor: null }) })).toBe(null)
  })
})

describe('unmasked output', () => {
  it.each([
    ['an answer of an unmasked row', { row: { produces: 'json', unmasked: true } }],
    ['a published file', { row: { produces: 'file' } }],
  ] as const)('%s is sent unchanged with its ETag', async (_what, input) => {
    const body = `${PESEL};1944-05-14`
    const answer = await masked({ ...input, body, role: 'viewer', init: { headers: { etag: '"a"' } } })
    expect([await answer.text(), answer.headers.get('etag')]).toEqual([body, '"a"'])
  })

  it('an unchanged file is answered with 304 and its ETag', async () => {
    const answer = await masked({
      row: { produces: 'file' },
      body: null,
      init: { status: 304, headers: { etag: '"a"' } },
    })
    expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([304, null, '"a"'])
  })
})

describe('the lists of a filter', () => {
  const body = toJson({ content: { pesel: [PESEL], nip: ['5261040828'] } })
  type Filter = { content: { pesel: string[]; nip: string[] } }

  it.each(['owner', 'compliance'] as const)(
    'are masked for %s with a token of this account that allows sending them back',
    async (role) => {
      const { content } = JSON.parse(await textOf({ body, role })) as Filter
      const token = sealerFor(SECRET, 'account').seal(PESEL)
      expect(content.nip).toEqual(['5261040828'])
      expect(content.pesel[0]).toContain(MASK)
      expect(content.pesel[0]).toContain(token)
      expect(content.pesel[0]).not.toContain(sealerFor(SECRET, 'another').seal(PESEL))
      expect(content.pesel[0]).not.toContain(PESEL)
    },
  )

  it.each(['finance', 'viewer'] as const)('are masked for %s without a token', async (role) => {
    expect(JSON.parse(await textOf({ body, role }))).toEqual({ content: { pesel: [MASK], nip: ['5261040828'] } })
  })
})
