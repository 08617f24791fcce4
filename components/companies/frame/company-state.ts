import type { Tone } from '@/components/ui/badge'

const tones = {
  active: 'accent',
  liquidation: 'warn',
  restructuring: 'warn',
  bankruptcy: 'danger',
  deregistered: 'danger',
} as const satisfies Readonly<Record<string, Tone>>

/** States that have words of their own: the keys of `companies.states`. */
export type CompanyState = keyof typeof tones

/** Undefined for one that only the service knows, which is shown as it came. */
export const readCompanyState = (status: string): CompanyState | undefined =>
  // Sound: one of its own keys.
  Object.hasOwn(tones, status) ? (status as CompanyState) : undefined

export const toneOfState = (state: CompanyState | undefined): Tone => (state === undefined ? 'neutral' : tones[state])
