import type { Announcement } from '@/lib/contract/announcement'
import type { Day } from '@/lib/domain/calendar'
import type { RegisterChange } from '@/lib/service/registers/register-changes'

import type { Rng } from '../rng'
import { uuidFrom } from '../stable-uuid'
import type { World, WorldCompany } from './world'

export type WorldChange = { readonly announcement: Announcement; readonly changes: readonly RegisterChange[] }

/** The context of an announcement: the world, the Warsaw `day` and the instant `at`; `key` is unique. */
export type Scene = {
  readonly world: World
  readonly random: Rng
  readonly day: Day
  readonly at: string
  readonly key: string
}

/** Returns announcements that belong together, in order; empty if nothing of the kind is possible now. */
export type Maker = (scene: Scene) => Promise<WorldChange[]>

export const subjectFieldsOf = ({ id, krs, nip, name }: WorldCompany) => ({
  nip,
  krs,
  pesel: null,
  subject_id: id,
  signature: null,
  name,
})

export function makeChange(
  { world }: Scene,
  announcement: Announcement,
  changes: readonly RegisterChange[] = [],
): WorldChange {
  world.apply(changes)
  return { announcement, changes }
}

export const idIn = ({ key }: Scene, part: string): string => uuidFrom(part, key)
