import { recordFields } from '@/lib/contract/record-fields'
import type { SubjectRecord } from '@/lib/contract/records'
import { isRecord } from '@/lib/domain/collections/json'

type Field = keyof SubjectRecord

/** The fields of a stored record. A field that is missing, empty or of another type is undefined and not displayed. */
export type RecordFacts = {
  readonly [F in Field]:
    | (SubjectRecord[F] extends readonly string[] ? readonly string[] : NonNullable<SubjectRecord[F]>)
    | undefined
}

/** Parses by hand, because the contract's schemas would enlarge the first load of the page. */
export function readRecord(answer: unknown): RecordFacts {
  const fields = isRecord(answer) ? answer : {}
  // Safe: every field is parsed as its type.
  return Object.fromEntries(recordFields.map(({ name, kind }) => [name, readers[kind](fields[name])])) as RecordFacts
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

function codesIn(value: unknown): readonly string[] | undefined {
  const codes = Array.isArray(value) ? value.filter((code) => typeof code === 'string' && code !== '') : []
  // Safe: only strings are left.
  return codes.length === 0 ? undefined : (codes as string[])
}

const amountIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined

const readers = { text: textIn, day: textIn, amount: amountIn, codes: codesIn } as const
