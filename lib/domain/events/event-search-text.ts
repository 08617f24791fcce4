import { foldLine } from '../fold'
import { maskPesels } from '../identifiers/identifiers'

interface SearchableEvent {
  readonly subject_name: string | null
  readonly title: string | null
  readonly identifier_type: string
  readonly identifier_value: string
}

/** The text that a search of events looks in: never a personal number. */
export function toEventSearchText({ subject_name, title, ...identifier }: SearchableEvent): string {
  const number = identifier.identifier_type === 'pesel' ? '' : identifier.identifier_value
  return foldLine(maskPesels([subject_name ?? '', title ?? '', number].join(' ')))
}
