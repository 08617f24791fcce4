export type StreamedEvent = { readonly id: string; readonly event: string; readonly data: string }

/** Reads the complete events of a body as they arrive; comments and other lines are counted. */
export class EventReader {
  readonly response: Response
  readonly events: StreamedEvent[] = []
  comments = 0
  retry: string | undefined
  /** Resolves when the body has ended; `cut` if it was aborted. */
  readonly ended: Promise<'ended' | 'cut'>
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #rest = ''

  constructor(response: Response) {
    this.response = response
    if (response.body === null) throw new Error('The response has no body')
    this.#reader = response.body.getReader()
    this.ended = this.#read().catch(() => 'cut' as const)
  }

  get lastId(): string | undefined {
    return this.events.at(-1)?.id
  }

  /** Disconnects, possibly in the middle of an event. */
  async cut(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined)
  }

  async #read(): Promise<'ended'> {
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done) return 'ended'
      const parts = (this.#rest + decoder.decode(value, { stream: true })).split('\n\n')
      this.#rest = parts.pop() ?? ''
      for (const part of parts) this.#parseEvent(part.split('\n'))
    }
  }

  #parseEvent(lines: readonly string[]): void {
    if (lines.every((line) => line.startsWith(':'))) this.comments += 1
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    this.retry ??= field('retry')
    const data = field('data')
    if (data !== undefined) this.events.push({ id: field('id') ?? '', event: field('event') ?? '', data })
  }
}

type OpenEventsInput = { readonly apiKey: string; readonly query?: string; readonly lastEventId?: string | undefined }

export async function openEvents(
  url: string,
  { apiKey, query = '', lastEventId }: OpenEventsInput,
): Promise<EventReader> {
  const headers = {
    'x-api-key': apiKey,
    accept: 'text/event-stream',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  }
  return new EventReader(await fetch(`${url}/v1/updates?${query}`, { headers }))
}
