import type { Counter, Gauge, Registry } from 'prom-client'

import { Histogram } from './histogram'
import { instrumentNames, instrumentOf, type InstrumentName, type LabelsOf, type InstrumentOfType } from './instruments'
import { sharedInProcess } from './shared'

/** The metrics of this process. Every method is cheap, because a call of the service uses several. */
export type Metrics = {
  count<N extends InstrumentOfType<'counter'>>(name: N, labels: LabelsOf<N>, amount?: number): void
  /** `value` is in the unit of the name. */
  observe<N extends InstrumentOfType<'histogram'>>(name: N, labels: LabelsOf<N>, value: number): void
  set<N extends InstrumentOfType<'gauge'>>(name: N, labels: LabelsOf<N>, value: number): void
  /** Deletes all values of one metric before it is read from the store again, so that no outdated ones remain. */
  clear(name: InstrumentName): void
  readonly registry: Registry
}

const shared = sharedInProcess<Metrics>('metrics')

/** Undefined if METRICS_TOKEN is not set; then nothing is measured. */
export const metrics = (): Metrics | undefined => shared.get()
export const useMetrics = (used: Metrics | undefined): void => shared.set(used)

/** Includes Node's metrics: processor time, memory, event loop, garbage collection. Loads the library on first use. */
export async function createMetrics(): Promise<Metrics> {
  const { Registry, collectDefaultMetrics, ...kinds } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'registers_' })
  const instruments = new Map<InstrumentName, Counter | Gauge | Histogram>()
  for (const name of instrumentNames) {
    const { type, help, labels, buckets = [] } = instrumentOf(name)
    const shape = { name, help, labelNames: [...labels], registers: [registry] }
    if (type === 'counter') instruments.set(name, new kinds.Counter(shape))
    else if (type === 'gauge') instruments.set(name, new kinds.Gauge(shape))
    else instruments.set(name, new Histogram({ name, help, labelNames: labels, buckets }, registry))
  }
  // Safe: each was created above with this type and labels.
  const counter = (name: InstrumentName) => instruments.get(name) as Counter
  const gauge = (name: InstrumentName) => instruments.get(name) as Gauge
  const histogram = (name: InstrumentName) => instruments.get(name) as Histogram
  return {
    count: (name, labels, amount = 1) => counter(name).inc(labels, amount),
    observe: (name, labels, value) => histogram(name).observe(labels, value),
    set: (name, labels, value) => gauge(name).set(labels, value),
    clear: (name) => counter(name).reset(),
    registry,
  }
}
