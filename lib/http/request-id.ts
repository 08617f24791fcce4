import { randomUUID } from 'node:crypto'

/** A caller may name its request (letters, digits, dashes); otherwise one is made. */
export function readRequestId(request: Request): string {
  const input = request.headers.get('x-request-id')
  return input && /^[\w-]{8,64}$/.test(input) ? input : randomUUID()
}
