import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { answerStream } = await import('./answer-stream')

async function readAll(stream: ReadableStream<Uint8Array>): Promise<{ text: string; failure: unknown }> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
    return { text, failure: undefined }
  } catch (failure) {
    return { text, failure }
  }
}

test('gives the bytes and the end', async () => {
  const body = new PassThrough()
  const read = readAll(answerStream(body))
  body.write('ab')
  await setImmediate()
  body.end('c')
  expect(await read).toEqual({ text: 'abc', failure: undefined })
})

test('gives what came before it broke off, however late it is read', async () => {
  const body = new PassThrough()
  const stream = answerStream(body)
  body.write('one\n')
  body.write('two\n')
  await setImmediate()
  body.destroy(new Error('reset'))
  await setImmediate()
  const { text, failure } = await readAll(stream)
  expect(text).toBe('one\ntwo\n')
  expect(failure).toEqual(new Error('reset'))
})

test('an answer that is closed without an end has failed', async () => {
  const body = new PassThrough()
  const stream = answerStream(body)
  body.destroy()
  await setImmediate()
  expect((await readAll(stream)).failure).toBeInstanceOf(Error)
})

test('something comes before the first byte, so that the head can be sent', async () => {
  const body = new PassThrough()
  const reader = answerStream(body).getReader()
  expect((await reader.read()).value).toHaveLength(0)
  body.destroy(new Error('reset'))
  await expect(reader.read()).rejects.toThrow('reset')
})

test('is read no further ahead than it has room for, and not at all once nobody reads', async () => {
  let made = 0
  const body = Readable.from(
    (function* blocks() {
      for (; made < 100; made += 1) yield Buffer.alloc(64 * 1024)
    })(),
    { objectMode: false, highWaterMark: 1024 },
  )
  const reader = answerStream(body).getReader()
  for (let turn = 0; turn < 50; turn += 1) await setImmediate()
  expect(made).toBeGreaterThan(1)
  expect(made).toBeLessThan(8)
  for (let read = 0; read < 6; read += 1) await reader.read()
  for (let turn = 0; turn < 50; turn += 1) await setImmediate()
  expect(made).toBeGreaterThan(8)
  expect(made).toBeLessThan(16)
  await reader.cancel()
  expect(body.destroyed).toBe(true)
})
