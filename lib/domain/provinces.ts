import { foldText } from '@/lib/domain/fold'

/**
 * `code` is `PL` and the TERYT number, as procurement notices print it. It only looks like NUTS, which has other
 * numbers.
 */
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

/** A province by its code or name, regardless of case and diacritics; null if there is none. */
export const resolveProvince = (input: string): Province | null => byKey.get(keyOf(input)) ?? null

/**
 * NUTS regions by the beginning of their codes, as other bulletins print them. Codes of 2013, which have other numbers,
 * count only when what follows shows that they are not TERYT. `PL22` alone is pomorskie, because the bulletin prints
 * TERYT.
 */
const regions: Readonly<Record<string, Province['name']>> = {
  PL11: 'łódzkie',
  PL12: 'mazowieckie',
  PL21: 'małopolskie',
  PL22: 'śląskie',
  PL31: 'lubelskie',
  PL32: 'podkarpackie',
  PL33: 'świętokrzyskie',
  PL34: 'podlaskie',
  PL41: 'wielkopolskie',
  PL42: 'zachodniopomorskie',
  PL43: 'lubuskie',
  PL51: 'dolnośląskie',
  PL52: 'opolskie',
  PL61: 'kujawsko-pomorskie',
  PL62: 'warmińsko-mazurskie',
  PL63: 'pomorskie',
  PL71: 'łódzkie',
  PL72: 'świętokrzyskie',
  PL81: 'lubelskie',
  PL82: 'podkarpackie',
  PL84: 'podlaskie',
  PL9: 'mazowieckie',
  PL91: 'mazowieckie',
  PL92: 'mazowieckie',
}

/** The province of a notice: by its name, the code of the bulletin, or a NUTS code. Null for an unknown one. */
export function provinceOfNotice(text: string): Province | null {
  const province = resolveProvince(text)
  if (province !== null) return province
  const [code] = /^PL\d{1,2}(?=[\dA-Z]?$)/.exec(text.trim().toUpperCase()) ?? []
  return code === undefined ? null : resolveProvince(regions[code] ?? '')
}

/** Name in filters and answers; an unknown code is returned unchanged. */
export const provinceName = (code: string): string => provinces.find((each) => each.code === code)?.name ?? code
