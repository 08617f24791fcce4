import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'

/**
 * Converts `KRS 0000028860`, `NIP 774…` or digits to the number in a company's address; undefined for any other text.
 */
export function companyNumberIn(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '')
  if (!/^(?:krs|nip|regon)?[\s:.]*[\d\s-]+$/i.test(text)) return undefined
  for (const kind of ['krs', 'nip', 'regon'] as const) {
    const hasKindPrefix = text.toLowerCase().startsWith(kind)
    const isOther = /^[a-z]/i.test(text) && !hasKindPrefix
    const isBare = kind !== 'krs' || hasKindPrefix || /^000\d{7}$/.test(digits)
    const checked = checkIdentifier(kind, digits)
    if (!isOther && isBare && checked.ok) return checked.value
  }
  return undefined
}
