import type { SubjectRecord } from '@/lib/contract/records'

type Field = keyof SubjectRecord

/** What a kept record says. A field that is missing, empty or of another kind is undefined: its place is hidden. */
export type RecordFacts = {
  readonly [F in Field]:
    | (SubjectRecord[F] extends readonly string[] ? readonly string[] : NonNullable<SubjectRecord[F]>)
    | undefined
}

type Answer = Readonly<Record<string, unknown>>

const isObject = (answer: unknown): answer is Answer => typeof answer === 'object' && answer !== null

/** By hand and not by the contract's schemas, which would come with the first load of the page. */
export function readRecord(answer: unknown): RecordFacts {
  const fields: Answer = isObject(answer) ? answer : {}
  const text = (field: Field): string | undefined => {
    const value = fields[field]
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  return {
    id: text('id'),
    krs: text('krs'),
    nip: text('nip'),
    regon: text('regon'),
    name: text('name'),
    legal_form: text('legal_form'),
    address: text('address'),
    postcode: text('postcode'),
    pkd_codes: codesIn(fields['pkd_codes']),
    share_capital_pln: amountIn(fields['share_capital_pln']),
    status: text('status'),
    registered_on: text('registered_on'),
    deregistered_on: text('deregistered_on'),
  }
}

function codesIn(value: unknown): readonly string[] | undefined {
  const codes = Array.isArray(value) ? value.filter((code) => typeof code === 'string' && code !== '') : []
  // Sound: only texts are left.
  return codes.length === 0 ? undefined : (codes as string[])
}

const amountIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
