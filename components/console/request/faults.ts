import type { RequestForm } from '@/lib/contract/console/request-form'

/** A fault with its path: the place first, then names and indexes, as in `['body', 'items', 0, 'label']`. */
export interface RequestFault {
  readonly at: readonly (string | number)[]
  /** The message of the validator; the displayed text is built from `fault`. */
  readonly message: string
  readonly fault:
    | { readonly kind: 'required' | 'said' | 'invalid' }
    | { readonly kind: 'tooLong' | 'tooShort' | 'atMost' | 'atLeast' | 'tooMany' | 'tooFew'; readonly bound: number }
}

export const faultKey = (path: RequestFault['at']): string => path.join('.')

export const unplacedFaults = (form: RequestForm, faults: readonly RequestFault[]): readonly RequestFault[] =>
  faults.filter(({ at }) => !isPlaced(form, at))

function isPlaced(form: RequestForm, [place, ...path]: RequestFault['at']): boolean {
  if (place !== 'params' && place !== 'query' && place !== 'body') return false
  let fields = form[place]
  for (const key of path) {
    if (typeof key === 'number') continue
    const field = fields.find(({ name }) => name === key)
    if (field === undefined) return false
    if (field.kind !== 'group' && field.kind !== 'groups') return true
    fields = field.fields ?? []
  }
  // A list of fields shows its fault in its heading.
  return path.length > 0
}

/** Returns the fault of a field, or of a value inside it. */
export const faultAt = (faults: readonly RequestFault[], key: string): RequestFault | undefined =>
  faults.find(({ at }) => faultKey(at) === key || faultKey(at).startsWith(`${key}.`))

/** Returns the number of the faulty item, from 1. */
export function itemOf({ at }: RequestFault, key: string): number | undefined {
  const [index] = at.slice(key.split('.').length)
  return typeof index === 'number' ? index + 1 : undefined
}
