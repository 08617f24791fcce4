import 'server-only'

export type Rate = { readonly perSecond: number; readonly burst: number }
type Bucket = { tokens: number; at: number }

const CLEANUP_SIZE = 5000

/** Token buckets by name: a rate per second plus a burst. */
export class Rates {
  readonly #rate: Rate
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** Takes one call; returns the seconds to wait when none is left, else 0. */
  take(name: string, now: number): number {
    const bucket = this.#bucketOf(name, now)
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / this.#rate.perSecond))
    bucket.tokens -= 1
    return 0
  }

  /** Reverts one `take`. */
  giveBack(name: string, now: number): void {
    this.#bucketOf(name, now).tokens += 1
  }

  #bucketOf(name: string, now: number): Bucket {
    const existing = this.#buckets.get(name)
    if (!existing) {
      if (this.#buckets.size >= CLEANUP_SIZE) this.#forgetFull(now)
      const bucket = { tokens: this.#rate.burst, at: now }
      this.#buckets.set(name, bucket)
      return bucket
    }
    this.#fill(existing, now)
    return existing
  }

  #fill(bucket: Bucket, now: number): void {
    const { perSecond, burst } = this.#rate
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) * perSecond) / 1000)
    bucket.at = now
  }

  /** A full bucket equals a new one. */
  #forgetFull(now: number): void {
    for (const [name, bucket] of this.#buckets) {
      this.#fill(bucket, now)
      if (bucket.tokens >= this.#rate.burst) this.#buckets.delete(name)
    }
  }
}
