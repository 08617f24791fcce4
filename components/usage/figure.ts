import { countOf } from '@/lib/domain/overage'

/**
 * Whole numbers that may be added up. A remote service may leave a field out, or send what is no count: then the sum is
 * not known, and what was wrong is kept, instead of a number that only looks like one.
 */
export interface Fault {
  /** The field of the answer, for instance `overage_units`. */
  readonly field: string
  /** `missing`: not there; `unusable`: negative, no whole number, or too large to be exact; `period`: of another time. */
  readonly kind: 'missing' | 'unusable' | 'period'
  /** As it came. */
  readonly value?: number
}
export type Figure = { readonly value: number; readonly faults?: undefined } | { readonly faults: readonly Fault[] }

/** One number of an answer. */
export function figureOf(field: string, value: number | null | undefined): Figure {
  if (value === null || value === undefined) return { faults: [{ field, kind: 'missing' }] }
  return countOf(value) === value ? { value } : { faults: [{ field, kind: 'unusable', value }] }
}

/** The sum over all rows; unknown as soon as one of them is. */
export function sumOf(field: string, values: readonly (number | null | undefined)[]): Figure {
  const odd = values.map((value) => figureOf(field, value)).find((figure) => figure.faults !== undefined)
  return (
    odd ??
    figureOf(
      field,
      values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    )
  )
}

export function productOf(first: Figure, second: Figure): Figure {
  if (first.faults !== undefined || second.faults !== undefined)
    return { faults: [...(first.faults ?? []), ...(second.faults ?? [])] }
  return figureOf('overage_units × unit_grosz', first.value * second.value)
}

/** The number, or undefined where it is not known. */
export const valueOf = (figure: Figure): number | undefined => (figure.faults === undefined ? figure.value : undefined)

/** An answer of which any field may be missing or null, as a remote service may send it. */
export type Loose<T> = { readonly [K in keyof T]?: T[K] | null | undefined }
