import { wholeCount } from '@/lib/domain/usage/overage'

/**
 * Whole numbers that can be added. A remote service may omit a field or send an invalid count: then the sum is
 * unknown and the error is reported, instead of a wrong number.
 */
export interface FigureFault {
  /** The field of the answer, for instance `overage_units`. */
  readonly field: string
  /** `missing`: absent; `unusable`: negative, fractional, or too large to be exact; `period`: from another period. */
  readonly kind: 'missing' | 'unusable' | 'period'
  /** The value in the answer. */
  readonly value?: number
}
export type ReadFigure =
  | { readonly value: number; readonly faults?: undefined }
  | { readonly faults: readonly FigureFault[] }

export function readFigure(field: string, value: number | null | undefined): ReadFigure {
  if (value === null || value === undefined) return { faults: [{ field, kind: 'missing' }] }
  return wholeCount(value) === value ? { value } : { faults: [{ field, kind: 'unusable', value }] }
}

/** The sum of a column over all rows; unknown if any of them is. */
export function addFigures<Field extends string>(
  rows: readonly { readonly [F in Field]?: number | null | undefined }[],
  field: Field,
): ReadFigure {
  const values = rows.map((row) => row[field])
  const odd = values.map((value) => readFigure(field, value)).find((figure) => figure.faults !== undefined)
  const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0)
  return odd ?? readFigure(field, sum)
}

export function multiplyFigures(first: ReadFigure, second: ReadFigure): ReadFigure {
  if (first.faults !== undefined || second.faults !== undefined)
    return { faults: [...(first.faults ?? []), ...(second.faults ?? [])] }
  return readFigure('overage_units × unit_grosz', first.value * second.value)
}

export const figureValue = (figure: ReadFigure): number | undefined =>
  figure.faults === undefined ? figure.value : undefined

/** An answer in which any field may be missing or null, as a remote service may send it. */
export type Unverified<T> = { readonly [K in keyof T]?: T[K] | null | undefined }
