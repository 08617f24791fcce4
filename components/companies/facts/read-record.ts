import { recordFields } from '@/lib/contract/record-fields'
import type { SubjectRecord } from '@/lib/contract/records'
import { isRecord } from '@/lib/domain/collections/json'

type Field = keyof SubjectRecord

/** What a kept record says. A field that is missing, empty or of another kind is undefined: its place is hidden. */
export type RecordFacts = {
  readonly [F in Field]:
    | (SubjectRecord[F] extends readonly string[] ? readonly string[] : NonNullable<SubjectRecord[F]>)
    | undefined
}

/** By hand and not by the contract's schemas, which would come with the first load of the page. */
export function readRecord(answer: unknown): RecordFacts {
  const fields = isRecord(answer) ? answer : {}
  // Sound: every field is read as its kind.
  return Object.fromEntries(recordFields.map(({ name, kind }) => [name, readers[kind](fields[name])])) as RecordFacts
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

function codesIn(value: unknown): readonly string[] | undefined {
  const codes = Array.isArray(value) ? value.filter((code) => typeof code === 'string' && code !== '') : []
  // Sound: only texts are left.
  return codes.length === 0 ? undefined : (codes as string[])
}

const amountIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined

const readers = { text: textIn, day: textIn, amount: amountIn, codes: codesIn } as const
