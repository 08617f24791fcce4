import * as z from 'zod'

import { requestPlaces } from '@/lib/contract/console/request-places'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'
import { operationOf, type OperationName } from '@/lib/contract/table'
import { parseJson } from '@/lib/domain/collections/json'

import type { RequestFault } from './faults'

export function checkInputs(name: OperationName, inputs: RequestInputs): readonly RequestFault[] {
  const row = operationOf(name)
  return requestPlaces.flatMap((place) => {
    const read = row[place]?.safeParse(inputs[place] ?? {}, { reportInput: true })
    return read?.success === false ? read.error.issues.map((issue) => toRequestFault(place, issue)) : []
  })
}

function toRequestFault(place: string, issue: z.core.$ZodIssue): RequestFault {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
  return { at: [place, ...path], message: issue.message, fault: faultOf(issue) }
}

function faultOf(issue: z.core.$ZodIssue): RequestFault['fault'] {
  if (issue.code === 'custom') return { kind: 'said' }
  if (issue.input === undefined || issue.input === '') return { kind: 'required' }
  if (issue.code === 'too_big') return { kind: maxFaultOf(issue.origin), bound: Number(issue.maximum) }
  if (issue.code === 'too_small') return { kind: minFaultOf(issue.origin), bound: Number(issue.minimum) }
  return { kind: 'invalid' }
}

const maxFaultOf = (origin: string) => (origin === 'string' ? 'tooLong' : origin === 'array' ? 'tooMany' : 'atMost')
const minFaultOf = (origin: string) => (origin === 'string' ? 'tooShort' : origin === 'array' ? 'tooFew' : 'atLeast')

const refusedAnswer = z.looseObject({
  detail: z.array(z.looseObject({ loc: z.array(z.union([z.string(), z.number()])).min(1), msg: z.string().catch('') })),
})

/** Reads the faults of a 422 with their paths; empty for any other answer. */
export function readRefusedInputs(text: string): readonly RequestFault[] {
  const read = refusedAnswer.safeParse(parseJson(text))
  if (!read.success) return []
  return read.data.detail.map(({ loc: [place = '', ...path], msg }) => ({
    at: [place === 'path' ? 'params' : place, ...path],
    message: msg,
    fault: { kind: 'said' },
  }))
}
