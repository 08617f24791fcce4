export type MeterTone = 'normal' | 'warn' | 'danger'

/** Amber from 75 %, red from 100 %. */
export function meterTone(ratio: number): MeterTone {
  if (ratio >= 1) return 'danger'
  return ratio >= 0.75 ? 'warn' : 'normal'
}
