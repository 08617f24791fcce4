import { maskIdentifier, maskPesels } from '@/lib/domain/identifiers/identifiers'

const PESEL_FIELD = /("[^"]*pesel[^"]*"\s*:\s*")([^"•]*)"/gi
const BIRTH_FIELD = /("(?:[^"]*_)?(?:birth_date|date_of_birth)"\s*:\s*)"[^"]*"/gi

/** A line of a stream as it may stand on a screen: the stream itself is a file, which is handed out as it was published. */
export const maskLine = (line: string): string =>
  maskPesels(line)
    .replaceAll(PESEL_FIELD, (_, before: string, value: string) => `${before}${maskIdentifier('pesel', value)}"`)
    .replaceAll(BIRTH_FIELD, '$1null')
