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

test('the stream passes on the bytes and ends', async () => {
  const body = new PassThrough()
  const read = readAll(answerStream(body))
  body.write('ab')
  await setImmediate()
  body.end('c')
  expect(await read).toEqual({ text: 'abc', failure: undefined })
})

test('the stream passes on everything received before an abort, however late it is read', async () => {
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

test('the stream fails when the answer is closed without an end', async () => {
  const body = new PassThrough()
  const stream = answerStream(body)
  body.destroy()
  await setImmediate()
  expect((await readAll(stream)).failure).toBeInstanceOf(Error)
})

test('an empty chunk precedes the first byte, so that the headers can be sent', async () => {
  const body = new PassThrough()
  const reader = answerStream(body).getReader()
  expect((await reader.read()).value).toHaveLength(0)
  body.destroy(new Error('reset'))
  await expect(reader.read()).rejects.toThrow('reset')
})

test('the answer is read ahead only as far as there is room, and is closed when the reader cancels', async () => {
  let produced = 0
  const body = Readable.from(
    (function* blocks() {
      for (; produced < 100; produced += 1) yield Buffer.alloc(64 * 1024)
    })(),
    { objectMode: false, highWaterMark: 1024 },
  )
  const reader = answerStream(body).getReader()
  for (let round = 0; round < 50; round += 1) await setImmediate()
  expect(produced).toBeGreaterThan(1)
  expect(produced).toBeLessThan(8)
  for (let read = 0; read < 6; read += 1) await reader.read()
  for (let round = 0; round < 50; round += 1) await setImmediate()
  expect(produced).toBeGreaterThan(8)
  expect(produced).toBeLessThan(16)
  await reader.cancel()
  expect(body.destroyed).toBe(true)
})
