import activities from '../data/activities.json'
import { rng } from '../rng'

/**
 * Activities by words of the name, most likely first. Codes of PKD 2025 (Dz.U. 2024 poz. 1936), the only ones that the
 * register accepts since 2025 (41.20.Z, for example, became 41.00.A and 41.00.B).
 */
const TRADES = activities.trades.map(([word = '', ...codes]) => [new RegExp(word), codes] as const)

export const activitiesOf = (name: string): readonly string[] =>
  TRADES.find(([word]) => word.test(name))?.[1] ?? activities.ofAnybody

export const mainActivityOf = ({ name, krs }: { readonly name: string; readonly krs: string }): string =>
  rng(`activity|${krs}`).pick(activitiesOf(name))
