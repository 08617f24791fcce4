import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type ConsoleOperation, listConsoleOperations } from '@/lib/contract/console/console-operations'
import { type RequestInputs } from '@/lib/contract/console/stored-inputs'
import { type OperationName } from '@/lib/contract/table'

import { buildRequest } from '../request/build-request'
import type { CodeRequest } from './code-request'
import { curlCommand } from './curl'
import { pythonCode } from './python'
import { typescriptCode } from './typescript'

const run = promisify(execFile)
const operations = listConsoleOperations()
const operationOf = (name: OperationName): ConsoleOperation => {
  const found = operations.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}

/** Values that incorrect quoting would break. */
const NASTY = [
  `O'Brien "&" Syn`,
  'Żółć $HOME `id` $(id) ${x}',
  String.raw`C:\new\table \u0041 \'`,
  'dwa\nwiersze\r\n\ttab',
  '!! # %20 {a,b} [1-3] *?~',
  'שלום 😀 \u2028 end',
  '',
  '@/etc/passwd',
  `'''""" end\\`,
]

type ReceivedRequest = { method: string; url: string; key: string; type: string; accept: string; body: string }

let server: Server
let received: ReceivedRequest[] = []
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-code-'))
  server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { 'x-api-key': key = '', 'content-type': type = '', accept = '' } = incoming.headers
      received.push({
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        key: String(key),
        type,
        accept,
        body: Buffer.concat(chunks).toString(),
      })
      outgoing.setHeader('content-type', 'application/json')
      outgoing.end('{"ok":true}\n{"ok":false}\n'.slice(0, incoming.url?.includes('stream') === true ? undefined : 12))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Replaces the library, which is not under test.
  writeFileSync(
    join(folder, 'requests.py'),
    [
      'import json as j, urllib.request as u',
      'class R:',
      '  def __init__(self, r): self.r = r; self.status_code = r.status',
      '  def raise_for_status(self): pass',
      '  def json(self): return j.loads(self.r.read())',
      '  def iter_lines(self): return [line.rstrip(b"\\n") for line in self.r]',
      '  def iter_content(self, size): return [self.r.read()]',
      'def request(method, url, headers, json=None, stream=False, timeout=None):',
      '  headers = dict(headers)',
      '  data = None',
      '  if json is not None: data = j.dumps(json).encode(); headers["content-type"] = "application/json"',
      '  return R(u.urlopen(u.Request(url, data=data, headers=headers, method=method)))',
    ].join('\n'),
  )
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const canRun = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const env = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  NODE_ENV: 'test',
  PATH: process.env['PATH'] ?? '',
  REGISTERS_API_KEY: 'brd_test',
  NO_PROXY: '127.0.0.1',
  ...more,
})

/** All calls run in one process, because starting one takes longest. */
const runners = {
  curl: (codes: readonly CodeRequest[]) => {
    const script = codes.map((code) => `${curlCommand(code)} --silent`).join('\n')
    return run('bash', ['-c', `set -e\n${script}`], { cwd: folder, env: env() })
  },
  node: (codes: readonly CodeRequest[]) => {
    for (const [index, code] of codes.entries()) {
      // The type assertion is the only part that is not JavaScript.
      const text = typescriptCode(code).replace('response.body!', 'response.body')
      writeFileSync(join(folder, `call-${index}.mjs`), text)
    }
    const path = join(folder, 'calls.mjs')
    writeFileSync(path, codes.map((_, index) => `await import('./call-${index}.mjs')`).join('\n'))
    return run(process.execPath, [path], { cwd: folder, env: env() })
  },
  python3: (codes: readonly CodeRequest[]) => {
    const path = join(folder, 'calls.py')
    writeFileSync(path, codes.map(pythonCode).join('\n\n'))
    return run('python3', [path], { cwd: folder, env: env({ PYTHONPATH: folder, PYTHONIOENCODING: 'utf-8' }) })
  },
} as const

const answers: Readonly<Record<ConsoleOperation['produces'], CodeRequest['answer']>> = {
  json: 'json',
  file: 'file',
  none: 'none',
}

const nastyBody = { name: NASTY.join(' '), content: { name: NASTY, krs: [] } }
const calls: readonly (readonly [OperationName, RequestInputs])[] = [
  ['filters.create', { body: nastyBody }],
  ['usage.setSpendCap', { body: { spend_cap_pln: null } }],
  ['monitors.update', { params: { id: NASTY.join('/') }, body: { label: null, flag: true, n: -3.5, empty: {} } }],
  ['search.list', { query: { q: NASTY.join(' '), limit: '20' } }],
  ['monitors.list', { query: { tag: NASTY } }],
  ['monitors.delete', { params: { id: 'a b' } }],
  ['krs.pdf', { params: { krs: '0000000018' }, query: { type: 'full' } }],
  ['stream.announcements', { query: { limit: '5' } }],
]

const sentIn = ({ type, body }: ReceivedRequest): unknown => (type === 'application/json' ? JSON.parse(body) : body)

function codeOf([name, inputs]: (typeof calls)[number]): CodeRequest {
  const operation = operationOf(name)
  const { port } = server.address() as AddressInfo
  return {
    request: buildRequest(operation, inputs),
    server: `http://127.0.0.1:${port}/`,
    answer: operation.isStream ? 'lines' : answers[operation.produces],
    fileName: `it's "a".pdf`,
  }
}

describe.each(Object.keys(runners) as (keyof typeof runners)[])('generated code for %s', (program) => {
  const isInstalled = canRun(program === 'node' ? process.execPath : program)

  it.skipIf(!isInstalled)('sends the same request', { timeout: 60_000 }, async () => {
    received = []
    const codes = calls.map(codeOf)
    await runners[program](codes)
    expect(received).toHaveLength(codes.length)
    for (const [index, { request }] of codes.entries()) {
      // Safe: as many requests arrived as were sent.
      const receivedRequest = received[index] as ReceivedRequest
      expect([receivedRequest.method, receivedRequest.url, receivedRequest.key]).toEqual([
        request.method,
        request.path,
        'brd_test',
      ])
      if (request.headers['accept'] !== undefined) expect(receivedRequest.accept).toBe(request.headers['accept'])
      expect(sentIn(receivedRequest)).toEqual(request.body === undefined ? '' : JSON.parse(request.body))
    }
    expect(readFileSync(join(folder, `it's "a".pdf`), 'utf8')).toBe('{"ok":true}\n')
  })
})

it('generated code contains no key in any language', () => {
  const request = buildRequest(operationOf('record.get'), { query: { krs: '18' } })
  const code = { request, server: 'https://api.example', answer: 'json', fileName: 'a' } as const
  expect(curlCommand(code)).toBe(
    [
      "curl 'https://api.example/v1/record?krs=18' \\",
      '  --header "x-api-key: $REGISTERS_API_KEY" \\',
      "  --header 'accept: application/json'",
    ].join('\n'),
  )
  expect(typescriptCode(code)).toContain("'x-api-key': process.env.REGISTERS_API_KEY ?? '',")
  expect(pythonCode(code)).toContain('"x-api-key": os.environ["REGISTERS_API_KEY"],')
})

it('generated TypeScript keeps a name with a special meaning in JavaScript', () => {
  const code = {
    request: {
      method: 'POST',
      path: '/v1/filters',
      headers: {},
      body: JSON.stringify(JSON.parse('{"__proto__": {"a": 1}}')),
    },
    server: 'https://api.example',
    answer: 'json',
    fileName: 'a',
  } as const
  expect(typescriptCode(code)).toContain(String.raw`body: "{\"__proto__\":{\"a\":1}}",`)
})
