/** Reasons for refusing a value of a saved alert; the page has a text for each. */
export const alertRefusals = [
  'missing',
  'type',
  'too_long',
  'too_many',
  'range',
  'value',
  'unknown_cpv',
  'personal_number',
  'too_many_matches',
  'too_many_at_once',
  'name_taken',
  'not_a_reader',
] as const
export type AlertRefusal = (typeof alertRefusals)[number]

/** Maps the error type of a 422 to a reason: types of the schemas and types specific to alerts. */
const refusalByType: Readonly<Record<string, AlertRefusal>> = {
  missing: 'missing',
  string_too_short: 'missing',
  string_too_long: 'too_long',
  too_long: 'too_many',
  less_than_equal: 'range',
  greater_than_equal: 'range',
  int_from_float: 'range',
  string_type: 'type',
  int_type: 'type',
  bool_type: 'type',
  list_type: 'type',
  dict_type: 'type',
}

/** Every other error type means that the value is invalid. */
export const alertRefusalOf = (type: string): AlertRefusal =>
  refusalByType[type] ?? alertRefusals.find((known) => known === type) ?? 'value'

type Numbers = { readonly max: number | null; readonly found: number | null }

export const refusalNumbers = (ctx: Readonly<Record<string, unknown>> = {}): Numbers => ({
  max: [ctx['limit'], ctx['max_length'], ctx['le']].find((each) => typeof each === 'number') ?? null,
  found: typeof ctx['count'] === 'number' ? ctx['count'] : null,
})
