import { nameKey } from '@/lib/domain/name-key'

/** What hundreds of thousands of names have in them; folded as names are compared. */
const LEGAL_FORMS =
  /^(spolka( (akcyjna|jawna|komandytowa|partnerska|cywilna|z ograniczona odpowiedzialnoscia|komandytowo akcyjna))?|(sp )?z o o|sp|z ograniczona odpowiedzialnoscia|s a|sa|s k|sp k|sp j|s c|psa|fundacja|stowarzyszenie|spoldzielnia|przedsiebiorstwo|firma|polska|w likwidacji)$/

export type WideName = 'letter' | 'form'

/** Why a name would find nearly everybody; it is taken all the same. */
export function wideName(name: string): WideName | undefined {
  const key = nameKey(name)
  if (/^.$/u.test(key)) return 'letter'
  return LEGAL_FORMS.test(key) ? 'form' : undefined
}
