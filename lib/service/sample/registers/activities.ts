import { rng } from '../rng'

/**
 * Activities by what the name says, the first one the likeliest. Codes of PKD 2025 (Dz.U. 2024 poz. 1936): since 2025 the register
 * takes no others (41.20.Z, say, became 41.00.A and 41.00.B).
 */
const TRADES: readonly (readonly [word: RegExp, codes: readonly string[]])[] = [
  [/MLECZARSKA/, ['10.51.Z']],
  [/MIESZKANIOWA/, ['68.20.Z']],
  [/SPÓŁDZIELNIA PRACY/, ['81.21.Z']],
  [/FUNDACJA/, ['94.99.Z', '88.99.Z']],
  [/SPORTU/, ['93.12.Z', '93.19.Z']],
  [/STOWARZYSZENIE/, ['94.99.Z']],
  [/ŻYWNOŚĆ/, ['46.39.Z', '10.85.Z', '47.11.Z']],
  [/OGRZEWANIE|INSTALACJE/, ['43.22.Z', '46.84.Z']],
  [/SERWIS/, ['33.12.Z', '95.31.A']],
  [/MEBLE/, ['31.00.Z', '47.55.Z']],
  [/HOTELE/, ['55.10.Z', '56.11.Z']],
  [/CONSULTING/, ['70.20.Z']],
  [/OPAKOWANIA/, ['22.22.Z', '17.21.Z', '82.92.Z']],
  [/FINANSE/, ['66.19.Z', '64.99.Z']],
  [/GEODEZJA/, ['71.12.A', '71.12.B']],
  [/ENERGIA/, ['35.11.Z', '43.21.Z']],
  [/TRANSPORT/, ['49.41.Z', '52.25.Z']],
  [/LOGISTYKA/, ['52.25.Z', '52.10.B']],
  [/NIERUCHOMOŚCI/, ['68.20.Z', '68.11.Z']],
  [/DEVELOPMENT|BUDOWNICTWO/, ['41.00.A', '41.00.B', '43.99.Z']],
  [/KONSTRUKCJE/, ['25.11.Z', '43.99.Z']],
  [/DROGI|MOSTY/, ['42.11.Z', '42.13.Z']],
  [/MEDICA/, ['86.10.Z', '46.46.Z']],
  [/AUTOMATYKA/, ['33.20.Z', '28.99.Z']],
  [/DRUK/, ['18.12.Z', '18.11.Z']],
  [/ODCZYNNIKI/, ['20.59.Z', '20.14.Z']],
  [/AGRO/, ['46.21.A', '01.11.Z']],
  [/RECYKLING/, ['38.21.Z', '38.11.Z']],
  [/INFORMATYCZNE/, ['62.10.B', '62.20.B']],
  [/OCHRONA/, ['80.01.Z', '80.09.Z']],
  [/PROJEKTÓW/, ['71.11.Z', '71.12.B']],
  [/TRADE|HANDLOWO/, ['46.90.Z', '47.91.Z']],
]
const OF_ANYBODY = ['46.90.Z', '70.20.Z', '47.91.Z', '82.99.B'] as const

/** What a company of this name may do. */
export const activitiesOf = (name: string): readonly string[] =>
  TRADES.find(([word]) => word.test(name))?.[1] ?? OF_ANYBODY

/** The main activity with which a company was registered. */
export const mainActivityOf = ({ name, krs }: { readonly name: string; readonly krs: string }): string =>
  rng(`activity|${krs}`).pick(activitiesOf(name))
