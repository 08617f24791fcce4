import { maskPersonal } from '@/lib/http/mask-personal'

import { hasScope } from '../accounts/key-limits'
import type { Caller } from './context'

/** False for a key that was kept from personal numbers (decision 25a). What the panel shows whom, it decides itself. */
export const seesPersonalNumbers = (caller: Caller): boolean =>
  caller.via === 'panel' || !hasScope(caller.key, 'no_personal_numbers')

/** What a handler answered, with every personal number masked: a stream line by line. Whole files are not handed out at all. */
export function maskedAnswer(made: unknown): unknown {
  if (!(made instanceof Response)) return maskPersonal(made)
  const { body, status, headers } = made
  const mask = headers.get('content-type')?.startsWith('text/event-stream') === true ? maskedEventLine : maskedLine
  return new Response(body && maskedLines(body, mask), { status, headers })
}

/** A refusal repeats what was sent, and may name what is there. */
export async function maskedRefusal(refusal: Response): Promise<Response> {
  const { status, headers } = refusal
  return new Response(JSON.stringify(maskPersonal(await refusal.json())), { status, headers })
}

type MaskLine = (line: string) => string

/** Of NDJSON, and of server-sent events. Asks for no more than it is asked for: what is read ahead would be charged. */
function maskedLines(body: ReadableStream<Uint8Array>, mask: MaskLine): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  let rest = ''
  const take = (text: string): string => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    return lines.map((line) => `${mask(line)}\n`).join('')
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (;;) {
          const { done, value } = await reader.read()
          const text = done ? mask(rest) : take(decoder.decode(value, { stream: true }))
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
/** Data are the JSON of one event, on one line; other lines are the service's own. */
const maskedEventLine = (line: string): string =>
  line.startsWith(DATA) ? `${DATA}${maskedLine(line.slice(DATA.length))}` : line
