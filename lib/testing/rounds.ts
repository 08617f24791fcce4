/**
 * `npm run test:long` uses full counts and a random seed for generated inputs; otherwise counts are small enough for
 * every change.
 */
const isLong = process.env['TEST_LONG'] === 'on'

export const rounds = ({ long, short }: { readonly long: number; readonly short: number }): number =>
  isLong ? long : short

/** The seed of generated inputs; a random one is printed, so that a failure can be reproduced. */
export function seedFor(label: string, fixed: number): number {
  if (!isLong) return fixed
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
  process.stdout.write(`${label}: TEST_SEED=${seed}\n`)
  return seed
}
