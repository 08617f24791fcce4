import { mayHoldPesel } from '@/lib/domain/identifiers/personal-number'

const MAX_ECHO = 100

/** What a 422 says of the value that it refuses. A help, not a leak: only short scalars come back, and no personal number. */
export function echo(input: unknown): string | number | boolean | null | undefined {
  if (typeof input === 'boolean' || input === null) return input
  if (typeof input !== 'number' && typeof input !== 'string') return undefined
  const text = String(input)
  return text.length > MAX_ECHO || mayHoldPesel(text) ? undefined : input
}
