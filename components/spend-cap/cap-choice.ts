import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'

export const capChoices = ['none', 'own', 'default'] as const
export type CapChoice = (typeof capChoices)[number]

/** The content of the editor. `amount` is the typed text. */
export type CapDraft = { readonly choice: CapChoice; readonly amount: string }

export type AmountFault = 'empty' | 'fraction' | 'format' | 'zero' | 'range'
export type ParsedCap =
  | { readonly ok: true; readonly capPln: number | null }
  | { readonly ok: false; readonly fault: AmountFault }

export const toCapChoice = (capPln: number | null): CapChoice => {
  if (capPln === null) return 'default'
  return capPln === 0 ? 'none' : 'own'
}

/** The cap of a draft: 0, 1–1000, or null for the default ceiling; an invalid amount gives its error. */
export function readDraft({ choice, amount }: CapDraft): ParsedCap {
  if (choice === 'none') return { ok: true, capPln: 0 }
  if (choice === 'default') return { ok: true, capPln: null }
  return readAmount(amount)
}

/**
 * The whole amounts around a typed one with groszy: `174,50` lies between 174 and 175. Neither exceeds the highest cap.
 */
export function wholeAmountsAround(amount: string): { readonly floor: number; readonly ceil: number } {
  const floor = Math.min(
    DEFAULT_CEILING_PLN - 1,
    Math.max(0, Math.floor(Number.parseFloat(stripCurrency(amount).replace(',', '.')) || 0)),
  )
  return { floor, ceil: floor + 1 }
}

const stripCurrency = (amount: string): string =>
  amount
    .replaceAll(/\s/gu, '')
    .replace(/(zł|pln)$/iu, '')
    .replace(/^pln/iu, '')

/** Whole złoty, with or without spaces and "zł". A comma or point is an error and never rounded. */
function readAmount(amount: string): ParsedCap {
  const text = stripCurrency(amount)
  if (text === '') return { ok: false, fault: 'empty' }
  if (/^\d+[.,]\d*$/.test(text)) return { ok: false, fault: 'fraction' }
  if (!/^\d+$/.test(text)) return { ok: false, fault: 'format' }
  const capPln = Number(text)
  if (capPln === 0) return { ok: false, fault: 'zero' }
  return capPln > DEFAULT_CEILING_PLN ? { ok: false, fault: 'range' } : { ok: true, capPln }
}

const FALLBACK_PLN = 500
const HEADROOM = 1.5

/** The suggested amount: the current cap, or else 1.5 times the forecast, or else 500. */
export function suggestedAmount(capPln: number | null | undefined, forecastGrosz: number | undefined): string {
  if (typeof capPln === 'number' && capPln > 0) return String(capPln)
  const withHeadroom = Math.ceil(((forecastGrosz ?? 0) / 100) * HEADROOM)
  return String(withHeadroom > 0 ? Math.min(DEFAULT_CEILING_PLN, withHeadroom) : FALLBACK_PLN)
}
