import type { Tone } from '@/components/ui/badge'
import type { MeterTone } from '@/components/ui/meter'

const levels = ['low', 'medium', 'high'] as const
type RiskLevel = (typeof levels)[number]

const tones: Readonly<Record<RiskLevel, { readonly badge: Tone; readonly meter: MeterTone }>> = {
  low: { badge: 'accent', meter: 'normal' },
  medium: { badge: 'warn', meter: 'warn' },
  high: { badge: 'danger', meter: 'danger' },
}
const unknownTone = { badge: 'neutral', meter: 'normal' } as const

/** The level of a score and its colours; `level` is undefined if only the service knows it. */
export function readRiskLevel(level: string | null | undefined) {
  const known = levels.find((each) => each === level)
  return { level: known, tone: known === undefined ? unknownTone : tones[known] }
}
