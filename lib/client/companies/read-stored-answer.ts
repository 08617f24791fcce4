import { operationOf, type OperationName } from '@/lib/contract/table'

import type { OperationAnswer } from '../client'
import { lenient } from '../lenient'

/** A stored answer parsed leniently with the schema of its operation; undefined when it cannot be read. */
export function readStoredAnswer<N extends OperationName>(name: N, answer: unknown): OperationAnswer<N> | undefined {
  const read = lenient(operationOf(name).response).safeParse(answer)
  // Safe: parsed with the lenient form of the operation's own schema.
  return read.success ? (read.data as OperationAnswer<N>) : undefined
}
