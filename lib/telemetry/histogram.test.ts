import { Histogram as Library, Registry } from 'prom-client'
import { expect, it } from 'vitest'

import { Histogram } from './histogram'

it('the histogram is exported like that of the library', async () => {
  const shape = { name: 'took_seconds', help: 'How long', labelNames: ['a', 'b'], buckets: [0.1, 1, 10] }
  const [ours, theirs] = [new Registry(), new Registry()]
  const histogram = new Histogram(shape, ours)
  const library = new Library({ ...shape, registers: [theirs] })
  for (const value of [0, 0.1, 0.100_01, 1, 5, 10, 11, 1e6]) {
    for (const labels of [
      { a: 'x', b: 'say "y"\\' },
      { a: 'x', b: 'z' },
    ]) {
      histogram.observe(labels, value)
      library.observe(labels, value)
    }
  }
  const sorted = async (registry: Registry) => (await registry.metrics()).split('\n').toSorted()
  expect(await sorted(ours)).toEqual(await sorted(theirs))
  expect((await sorted(ours)).length).toBeGreaterThan(12)
  histogram.reset()
  expect(await ours.metrics()).not.toContain('took_seconds_count')
})
