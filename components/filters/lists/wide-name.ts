import { nameKey } from '@/lib/domain/name-key'

/** Legal forms, which hundreds of thousands of names contain, normalized in the same way as names. */
const LEGAL_FORMS =
  /^(spolka( (akcyjna|jawna|komandytowa|partnerska|cywilna|z ograniczona odpowiedzialnoscia|komandytowo akcyjna))?|(sp )?z o o|sp|z ograniczona odpowiedzialnoscia|s a|sa|s k|sp k|sp j|s c|psa|fundacja|stowarzyszenie|spoldzielnia|przedsiebiorstwo|firma|polska|w likwidacji)$/

export type WideName = 'letter' | 'form'

/** Returns why a name would match nearly every company; such a name is valid all the same. */
export function wideName(name: string): WideName | undefined {
  const key = nameKey(name)
  if (/^.$/u.test(key)) return 'letter'
  return LEGAL_FORMS.test(key) ? 'form' : undefined
}
