import type { Announcement } from '@/lib/contract/announcement'
import type { Day } from '@/lib/domain/calendar'
import type { RegisterChange } from '@/lib/service/registers/register-changes'

import type { Rng } from '../rng'
import { uuidFrom } from '../stable-uuid'
import type { World, WorldCompany } from './world'

/** An announcement and what it makes so. */
export type WorldChange = { readonly announcement: Announcement; readonly changes: readonly RegisterChange[] }

/** Where and when (`at`, an instant of the Warsaw `day`) something is announced; `key` is its own among all. */
export type Scene = {
  readonly world: World
  readonly random: Rng
  readonly day: Day
  readonly at: string
  readonly key: string
}

/** Announcements that belong together, in order; none where nothing of the kind can be announced now. */
export type Maker = (scene: Scene) => Promise<WorldChange[]>

/** Whom an announcement about a company concerns. */
export const concerning = ({ id, krs, nip, name }: WorldCompany) => ({
  nip,
  krs,
  pesel: null,
  subject_id: id,
  signature: null,
  name,
})

/** Puts the changes into the world, so that what is made next finds them. */
export function makeChange(
  { world }: Scene,
  announcement: Announcement,
  changes: readonly RegisterChange[] = [],
): WorldChange {
  world.apply(changes)
  return { announcement, changes }
}

export const idIn = ({ key }: Scene, part: string): string => uuidFrom(part, key)
