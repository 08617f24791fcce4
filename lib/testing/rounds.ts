/** `npm run test:long`: every count in full, generated inputs from a fresh seed. Else what each change can wait for. */
const isLong = process.env['TEST_LONG'] === 'on'

/** How often a test repeats what it does. */
export const rounds = ({ long, short }: { readonly long: number; readonly short: number }): number =>
  isLong ? long : short

/** The seed of generated inputs, printed when it is fresh, so that a failure can be run again. */
export function seedFor(what: string, fixed: number): number {
  if (!isLong) return fixed
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
  process.stdout.write(`${what}: TEST_SEED=${seed}\n`)
  return seed
}
