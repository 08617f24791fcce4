/** A stream of reproducible random numbers: the same seed gives the same values on every machine. */
export type Rng = {
  /** 0 ≤ value < 1. */
  next(): number
  /** A whole number between both bounds, inclusive. */
  int(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  weighted<T>(pairs: readonly (readonly [T, number])[]): T
  chance(probability: number): boolean
}

/** xmur3: hashes a text to four words of seed. */
function hashWords(seed: string): [number, number, number, number] {
  let hash = 1779033703 ^ seed.length
  for (const character of seed) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 3432918353)
    hash = (hash << 13) | (hash >>> 19)
  }
  const word = () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
    hash ^= hash >>> 16
    return hash >>> 0
  }
  return [word(), word(), word(), word()]
}

const WARM_UP_ROUNDS = 15

/** Algorithm: sfc32. */
function stream(seed: string): () => number {
  let [a, b, c, d] = hashWords(seed)
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) next()
  return next
}

function pickWeighted<T>(pairs: readonly (readonly [T, number])[], share: number): T {
  let remaining = share * pairs.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [item, weight] of pairs) {
    remaining -= weight
    if (remaining < 0) return item
  }
  throw new RangeError('nothing to choose from')
}

export function rng(seed: string): Rng {
  const next = stream(seed)
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('nothing to choose from')
      return item
    },
    weighted: (pairs) => pickWeighted(pairs, next()),
    chance: (probability) => next() < probability,
  }
}

const NORMAL_FROM = 60

/**
 * A Poisson-distributed number of events. Above a mean of 60 the normal approximation is accurate enough for samples.
 */
export function poisson(random: Rng, mean: number): number {
  if (mean <= 0) return 0
  if (mean > NORMAL_FROM) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random.next(); product > limit; product *= random.next()) count += 1
  return count
}
