import { type MeterTone, meterTone } from '@/components/ui/meter-tone'
import { capInForce, isCapKnown, wholeCount } from '@/lib/domain/usage/overage'
import { type AccountFacts, type AccountMeter, type Standing, readStanding } from '@/lib/domain/usage/standing'

/** The figures shown in the navigation: money once there is overage, units of the plan before that. */
export type MiniMeterFigures =
  | { readonly kind: 'money' | 'units'; readonly value: number; readonly max: number; readonly tone: MeterTone }
  | { readonly kind: 'unlimited'; readonly value: number }

/** From this share of the limit on the meter cannot be collapsed. */
const INSISTENT_RATIO = 0.9

export type MiniMeterState = ReturnType<typeof toMiniMeter>

export function toMiniMeter(meter: AccountMeter, facts: AccountFacts) {
  const standing = readStanding(meter, facts)
  /** The service refuses calls: the cap is reached, or a 402 was seen. */
  const isStopped = standing.stop !== null
  /** Undefined if the answer lacks the figures. */
  const shown = figuresOf(meter, standing)
  const ratio = shown === undefined || shown.kind === 'unlimited' ? 0 : shown.value / Math.max(1, shown.max)
  return { shown, isStopped, mayFold: !isStopped && ratio < INSISTENT_RATIO }
}

function figuresOf(meter: AccountMeter, { stop, terms }: Standing): MiniMeterFigures | undefined {
  const isStopped = stop !== null
  const used = wholeCount(meter.used)
  if (meter.included === null) return used === undefined ? undefined : { kind: 'unlimited', value: used }
  const [spent, included] = [wholeCount(meter.overage_grosz), wholeCount(meter.included)]
  const cap = isCapKnown(meter) ? capInForce(meter) : 0
  if (terms === 'paid' && spent !== undefined && spent > 0 && cap > 0) return bar('money', [spent, cap], isStopped)
  return used === undefined || included === undefined ? undefined : bar('units', [used, included], isStopped)
}

const bar = (
  kind: 'money' | 'units',
  [value, max]: readonly [number, number],
  isStopped: boolean,
): MiniMeterFigures => ({
  kind,
  value,
  max,
  tone: isStopped ? 'danger' : meterTone(value / Math.max(1, max)),
})
