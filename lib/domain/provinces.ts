import { foldText } from '@/lib/domain/fold'

/** `code` is `PL` and the TERYT number, as procurement notices print it. It only looks like NUTS, which numbers differently. */
export const provinces = [
  { code: 'PL02', name: 'dolnośląskie' },
  { code: 'PL04', name: 'kujawsko-pomorskie' },
  { code: 'PL06', name: 'lubelskie' },
  { code: 'PL08', name: 'lubuskie' },
  { code: 'PL10', name: 'łódzkie' },
  { code: 'PL12', name: 'małopolskie' },
  { code: 'PL14', name: 'mazowieckie' },
  { code: 'PL16', name: 'opolskie' },
  { code: 'PL18', name: 'podkarpackie' },
  { code: 'PL20', name: 'podlaskie' },
  { code: 'PL22', name: 'pomorskie' },
  { code: 'PL24', name: 'śląskie' },
  { code: 'PL26', name: 'świętokrzyskie' },
  { code: 'PL28', name: 'warmińsko-mazurskie' },
  { code: 'PL30', name: 'wielkopolskie' },
  { code: 'PL32', name: 'zachodniopomorskie' },
] as const

export type Province = (typeof provinces)[number]

const keyOf = (text: string): string =>
  foldText(text.trim())
    .replace(/^(wojewodztwo|woj\.?)\s+/, '')
    .replace(/[\s\u2010-\u2015-]+/g, '-')

const byKey: ReadonlyMap<string, Province> = new Map(
  provinces.flatMap((province): [string, Province][] => [
    [keyOf(province.code), province],
    [keyOf(province.name), province],
  ]),
)

/** A province by its code or name, case and diacritics apart; null when there is none. */
export const resolveProvince = (input: string): Province | null => byKey.get(keyOf(input)) ?? null

/** As filters and answers call it; a code that is none of the sixteen as it stands. */
export const provinceName = (code: string): string => provinces.find((each) => each.code === code)?.name ?? code
