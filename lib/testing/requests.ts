export type RequestRest = [path: string, body?: unknown, headers?: Record<string, string>]
export type TestAnswer<B> = {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON, or else the text; '' for HEAD. */
  readonly body: B
}

/** Sends the requests of a test and reads complete answers. */
export function requester(send: (request: Request) => Promise<Response>, origin: string) {
  return async <B>(base: Record<string, string>, method: string, ...rest: RequestRest): Promise<TestAnswer<B>> => {
    const [path, body, headers] = rest
    const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const init = { method, headers: { ...type, ...base, ...headers }, ...content }
    const response = await send(new Request(`${origin}${path}`, init))
    return { status: response.status, headers: response.headers, body: await read<B>(response) }
  }
}

/** The test states the shape and asserts on it; nothing else checks it. */
async function read<B>(response: Response): Promise<B> {
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('application/json') === true
  return (json && text !== '' ? JSON.parse(text) : text) as B
}
