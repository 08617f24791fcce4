import { describe, expect, it, vi } from 'vitest'

import { operationNames, operationOf } from '@/lib/contract/table'

vi.mock('server-only', () => ({}))
const { setAnswerHeaders } = await import('./file-headers')

const HTML = '<script>document.title = "taken"</script>'
const KRS = '0000012345'
const row = { produces: 'file', media: ['application/json', 'text/csv'], ranged: true } as const

type AnswerInput = { headers?: Record<string, string>; status?: number; of?: Parameters<typeof setAnswerHeaders>[0] }
function headersOf({ headers = {}, status = 200, of = row }: AnswerInput) {
  const answer = new Response(HTML, { status, headers })
  setAnswerHeaders(of, { name: 'reports.download', params: { job_id: 'daily-1' } }, answer)
  return [answer.headers.get('content-type'), answer.headers.get('content-disposition')]
}

describe('a file of the service', () => {
  it.each(operationNames.filter((name) => operationOf(name).produces === 'file'))(
    '%s is always sent as a binary download, whatever page type it declares',
    (name) => {
      const operation = operationOf(name)
      for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'multipart/byteranges']) {
        const headers = { 'content-type': type, 'content-disposition': 'inline' }
        const answer = new Response(HTML, { headers })
        setAnswerHeaders(operation, { name, params: { krs: KRS } }, answer)
        expect(answer.headers.get('content-type')).toBe('application/octet-stream')
        expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}-${KRS}.bin"`)
      }
    },
  )

  it.each([
    ['text/csv', 'text/csv; charset=utf-8'],
    ['TEXT/CSV; charset=utf-7', 'text/csv; charset=utf-8'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/csv, text/html', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('of type %j is sent as %s', (type, expected) => {
    expect(headersOf({ headers: { 'content-type': type } })[0]).toBe(expected)
  })

  it.each([
    ['attachment; filename="krz-2026.csv"', 'attachment; filename="krz-2026.csv"'],
    ['inline; filename=a.html', 'attachment; filename="a.html"'],
    ['inline', 'attachment; filename="reports.download-daily-1.csv"'],
    [
      `attachment; filename="x.pdf"; filename*=UTF-8''Sp%C3%B3%C5%82ka.pdf`,
      `attachment; filename="Spolka.pdf"; filename*=UTF-8''Sp%C3%B3%C5%82ka.pdf`,
    ],
    [`attachment; filename*=UTF-8''%ff`, 'attachment; filename="reports.download-daily-1.csv"'],
    ['attachment; filename="../../etc/passwd"', 'attachment; filename="etc-passwd"'],
    ['attachment; filename="a\\"; x=.exe"', `attachment; filename="a-"`],
  ])('with the disposition %s is sent as %s', (disposition, expected) => {
    const [, sent] = headersOf({ headers: { 'content-type': 'text/csv', 'content-disposition': disposition } })
    expect(sent).toBe(expected)
  })

  // Case C08 of lib/testing/cases/README.md
  describe('with a name in Polish, in quotes, long or like a path', () => {
    const raw = (name: string) => Buffer.from(name, 'utf8').toString('latin1')
    const nameOf = (disposition: string) => {
      const [, sent = ''] = headersOf({
        headers: { 'content-type': 'application/json', 'content-disposition': disposition },
      })
      const [, extended] = /filename\*=UTF-8''(\S+)$/.exec(sent ?? '') ?? []
      return extended === undefined ? /filename="([^"]*)"$/.exec(sent ?? '')?.[1] : decodeURIComponent(extended)
    }

    it.each([
      [raw('attachment; filename="zażółć „gęślą”.pdf"'), 'zażółć „gęślą”.pdf'],
      [raw('attachment; filename=zażółć.pdf'), 'zażółć.pdf'],
      // The UTF-8 bytes read as ISO 8859-1.
      ['attachment; filename="caf\xe9.pdf"', 'café.pdf'],
      [`attachment; filename="a.pdf"; filename*=UTF-8''..%2F..%2Fetc`, 'etc'],
      [`attachment; filename*=UTF-8''%2e%2e%5cC%3A%5ca.pdf`, 'C-a.pdf'],
      [`attachment; filename="${'x'.repeat(300)}.pdf"`, `${'x'.repeat(146)}.pdf`],
      [raw(`attachment; filename="${'😀'.repeat(300)}.pdf"`), `${'😀'.repeat(146)}.pdf`],
      [raw('attachment; filename="wyciąg\u202Efdp.exe"'), 'wyciąg-fdp.exe'],
      ['attachment; filename="wyciag.pdf. . "', 'wyciag.pdf'],
    ])('%s', (disposition, expected) => {
      expect(nameOf(disposition)).toBe(expected)
    })
  })

  it('masks personal numbers in its name', () => {
    const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="44051401359.csv"' }
    expect(headersOf({ headers })[1]).toMatch(
      /^attachment; filename="44-59.csv"; filename\*=UTF-8''44(%E2%80%A2){7}59.csv$/,
    )
  })

  it('keeps the multipart type only where ranges are supported', () => {
    const headers = { 'content-type': 'multipart/byteranges; boundary=x' }
    expect(headersOf({ headers, status: 206 })[0]).toBe('multipart/byteranges; boundary=x')
    expect(headersOf({ headers, status: 206, of: { produces: 'file', media: row.media } })[0]).toBe(
      'application/octet-stream',
    )
  })
})

it('an answer without a body has no content headers', () => {
  const headers = { 'content-type': 'text/html', 'content-disposition': 'inline' }
  const answer = new Response(null, { status: 304, headers })
  setAnswerHeaders(row, { name: 'reports.download', params: {} }, answer)
  expect([...answer.headers]).toEqual([])
})

it.each([
  ['a refusal of a file', { status: 404 }],
  ['an answer in JSON', { of: { produces: 'json' } }],
] as const)('%s is sent as JSON without a file name', (_what, sent) => {
  const headers = { 'content-type': 'text/html', 'content-disposition': 'inline; filename="a.html"' }
  expect(headersOf({ ...sent, headers })).toEqual(['application/json', null])
})
