import { maskForLog } from '@/lib/http/mask-personal'

import type { Message } from './message'

// A thing that many rules found stands in as many messages, as the same object: it is masked once.
const masked = new WeakMap<object, unknown>()

function maskPart(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return maskForLog(part)
  const known = masked.get(part) ?? maskForLog(part)
  masked.set(part, known)
  return known
}

/** Without personal numbers, wherever they stand. What is in lists is masked as it stands there: each thing for itself. */
export function maskMessage({ items, data, ...rest }: Message): unknown {
  const { items: found, ...facts } = data
  return Object.assign({}, maskForLog(rest), {
    items: items.map(maskPart),
    data: Object.assign({}, maskForLog(facts), found !== undefined && { items: maskFound(found) }),
  })
}

const maskFound = (found: unknown): unknown => (Array.isArray(found) ? found.map(maskPart) : maskForLog(found))
