import { wholeCount } from '@/lib/domain/usage/overage'

/**
 * Whole numbers that may be added up. A remote service may leave a field out, or send what is no count: then the sum is
 * not known, and what was wrong is kept, instead of a number that only looks like one.
 */
export interface FigureFault {
  /** The field of the answer, for instance `overage_units`. */
  readonly field: string
  /** `missing`: not there; `unusable`: negative, no whole number, or too large to be exact; `period`: of another time. */
  readonly kind: 'missing' | 'unusable' | 'period'
  /** As it came. */
  readonly value?: number
}
export type ReadFigure =
  | { readonly value: number; readonly faults?: undefined }
  | { readonly faults: readonly FigureFault[] }

/** One number of an answer. */
export function readFigure(field: string, value: number | null | undefined): ReadFigure {
  if (value === null || value === undefined) return { faults: [{ field, kind: 'missing' }] }
  return wholeCount(value) === value ? { value } : { faults: [{ field, kind: 'unusable', value }] }
}

/** The sum of a column over all rows; unknown as soon as one of them is. */
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

/** The number, or undefined where it is not known. */
export const figureValue = (figure: ReadFigure): number | undefined =>
  figure.faults === undefined ? figure.value : undefined

/** An answer of which any field may be missing or null, as a remote service may send it. */
export type Unverified<T> = { readonly [K in keyof T]?: T[K] | null | undefined }
