import type { Metric, Registry } from 'prom-client'

type Shape = {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[]
}
type Labels = Readonly<Record<string, string>>
type Cell = { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }

/**
 * A histogram in the library's export format at a tenth of the cost: the library validates and sorts the labels of
 * every value, and a call of the service observes about ten.
 */
export class Histogram {
  readonly type = 'histogram'
  readonly name: string
  readonly #shape: Shape
  readonly #cells = new Map<string, Cell>()

  constructor(shape: Shape, registry: Registry) {
    this.name = shape.name
    this.#shape = shape
    // Safe: a registry only uses a metric's name and `get`.
    registry.registerMetric(this as unknown as Metric)
  }

  observe(labels: Labels, value: number): void {
    const cell = this.#cellOf(labels)
    const { buckets } = this.#shape
    let at = 0
    while (at < buckets.length && value > (buckets[at] ?? Infinity)) at += 1
    cell.counts[at] = (cell.counts[at] ?? 0) + 1
    cell.sum += value
    cell.count += 1
  }

  reset(): void {
    this.#cells.clear()
  }

  get() {
    const { name, help } = this.#shape
    const values = [...this.#cells.values()].flatMap((cell) => this.#valuesOf(cell))
    return Promise.resolve({ name, help, type: this.type, values, aggregator: 'sum' })
  }

  #cellOf(labels: Labels): Cell {
    let key = ''
    for (const name of this.#shape.labelNames) key += `${labels[name] ?? ''}\n`
    const existing = this.#cells.get(key)
    if (existing) return existing
    const cell = { labels, counts: Array.from({ length: this.#shape.buckets.length + 1 }, () => 0), sum: 0, count: 0 }
    this.#cells.set(key, cell)
    return cell
  }

  #valuesOf({ labels, counts, sum, count }: Cell) {
    const { name, buckets } = this.#shape
    let below = 0
    const bounds = [...buckets.map(String), '+Inf'].map((le, at) => {
      below += counts[at] ?? 0
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below }
    })
    return [
      ...bounds,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}
