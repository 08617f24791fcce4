import { identifierTypes, maskIdentifier, maskMistyped, maskPesels } from '../identifiers/identifiers'

/** `krz_signature`: a filter matched by the signature of a case. */
export type IdentifierKind = (typeof identifierTypes)[number] | 'regon' | 'krz_signature' | 'other'

const isKnown = (type: string): type is Exclude<IdentifierKind, 'other' | 'krz_signature'> =>
  type === 'regon' || identifierTypes.some((known) => known === type)

interface IdentifiedEvent {
  readonly identifier_type?: string | null | undefined
  readonly identifier_value?: string | null | undefined
}

/** An event's identifier without personal data: a PESEL is always masked. */
export function findIdentifier(
  event: IdentifiedEvent,
): { kind: IdentifierKind; type: string; value: string } | undefined {
  const { identifier_type: type, identifier_value: value } = event
  if (!type || !value) return undefined
  if (isKnown(type)) return { kind: type, type, value: maskIdentifier(type, value) }
  return { kind: type === 'krz_signature' ? type : 'other', type, value: maskMistyped(value) }
}

/** Free text of the register, with every PESEL masked. */
export const shownText = (text: string | null | undefined): string | undefined => (text ? maskPesels(text) : undefined)
