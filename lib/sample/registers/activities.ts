import activities from '../data/activities.json'
import { rng } from '../rng'

/**
 * Activities by what the name says, the first one the likeliest. Codes of PKD 2025 (Dz.U. 2024 poz. 1936): since 2025 the register
 * takes no others (41.20.Z, say, became 41.00.A and 41.00.B).
 */
const TRADES = activities.trades.map(([word = '', ...codes]) => [new RegExp(word), codes] as const)

/** What a company of this name may do. */
export const activitiesOf = (name: string): readonly string[] =>
  TRADES.find(([word]) => word.test(name))?.[1] ?? activities.ofAnybody

/** The main activity with which a company was registered. */
export const mainActivityOf = ({ name, krs }: { readonly name: string; readonly krs: string }): string =>
  rng(`activity|${krs}`).pick(activitiesOf(name))
