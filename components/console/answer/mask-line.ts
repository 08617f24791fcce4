import { maskIdentifier, maskPesels } from '@/lib/domain/identifiers/identifiers'

const PESEL_FIELD = /("[^"]*pesel[^"]*"\s*:\s*")([^"•]*)"/gi
const BIRTH_FIELD = /("(?:[^"]*_)?(?:birth_date|date_of_birth)"\s*:\s*)"[^"]*"/gi

/** Masks personal data in a line for display. The stream itself is a file, which is saved as published. */
export const maskLine = (line: string): string =>
  maskPesels(line)
    .replaceAll(PESEL_FIELD, (_, before: string, value: string) => `${before}${maskIdentifier('pesel', value)}"`)
    .replaceAll(BIRTH_FIELD, '$1null')
