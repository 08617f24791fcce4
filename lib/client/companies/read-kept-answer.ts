import { operationOf, type OperationName } from '@/lib/contract/table'

import type { OperationAnswer } from '../client'
import { lenient } from '../lenient'

/** A kept answer in the shape of its operation, read leniently; undefined for what cannot be read at all. */
export function readKeptAnswer<N extends OperationName>(name: N, answer: unknown): OperationAnswer<N> | undefined {
  const read = lenient(operationOf(name).response).safeParse(answer)
  // Sound: parsed with the lenient form of the row's own schema.
  return read.success ? (read.data as OperationAnswer<N>) : undefined
}
