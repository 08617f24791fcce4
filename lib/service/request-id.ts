import { randomUUID } from 'node:crypto'

/** A caller may name its request (letters, digits, dashes); otherwise one is made. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}
