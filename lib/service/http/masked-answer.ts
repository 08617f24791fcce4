import { maskPersonal } from '@/lib/http/mask-personal'

import { hasScope } from '../accounts/key-limits'
import type { Caller } from './context'

/**
 * False for a key without access to personal numbers (decision 25a, scope of a key). The panel masks its answers
 * separately.
 */
export const seesPersonalNumbers = (caller: Caller): boolean =>
  caller.via === 'panel' || !hasScope(caller.key, 'no_personal_numbers')

/**
 * The handler's answer with every personal number masked; a stream is masked line by line. Files are refused before.
 */
export function maskedAnswer(answer: unknown): unknown {
  if (!(answer instanceof Response)) return maskPersonal(answer)
  const { body, status, headers } = answer
  const mask = headers.get('content-type')?.startsWith('text/event-stream') === true ? maskedEventLine : maskedLine
  return new Response(body && maskedLines(body, mask), { status, headers })
}

/** A refusal may repeat the input or name existing data. */
export async function maskedRefusal(refusal: Response): Promise<Response> {
  const { status, headers } = refusal
  return new Response(JSON.stringify(maskPersonal(await refusal.json())), { status, headers })
}

type MaskLine = (line: string) => string

/** Masks NDJSON and server-sent events. It reads only on demand, because reading ahead would be charged. */
function maskedLines(body: ReadableStream<Uint8Array>, mask: MaskLine): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  let incompleteLine = ''
  const maskCompleteLines = (text: string): string => {
    const lines = (incompleteLine + text).split('\n')
    incompleteLine = lines.pop() ?? ''
    return lines.map((line) => `${mask(line)}\n`).join('')
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (;;) {
          const { done, value } = await reader.read()
          const text = done ? mask(incompleteLine) : maskCompleteLines(decoder.decode(value, { stream: true }))
          if (text !== '') controller.enqueue(encoder.encode(text))
          if (done) return controller.close()
          if (text !== '') return undefined
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

const maskedLine = (line: string): string => (line === '' ? '' : JSON.stringify(maskPersonal(JSON.parse(line))))

const DATA = 'data: '
/** The data of an event are JSON on one line; other lines are written by the service itself. */
const maskedEventLine = (line: string): string =>
  line.startsWith(DATA) ? `${DATA}${maskedLine(line.slice(DATA.length))}` : line
