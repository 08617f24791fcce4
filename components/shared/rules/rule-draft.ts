import type { Locale } from '@/lib/domain/format/locales'
import type { PanelOutput } from '@/lib/features/contract'
import type { RuleCondition, RuleKindName } from '@/lib/features/rules/contract/conditions'
import type { Rule, RuleBody, RuleKindRights, RuleTarget } from '@/lib/features/rules/contract/rules'

type TargetsOfKind<K extends RuleTarget['kind']> = Extract<RuleTarget, { kind: K }>['target'][]

/** The schedule and recipients of a rule as form values, with one list per kind of recipient. */
export interface NotificationDraft extends Omit<RuleBody, 'targets' | 'condition'> {
  readonly members: TargetsOfKind<'member'>
  readonly addresses: TargetsOfKind<'address'>
  readonly channels: TargetsOfKind<'channel'>
}

export interface RuleDraft<C extends RuleCondition = RuleCondition> extends NotificationDraft {
  readonly condition: C
}

export interface DraftFaults {
  readonly name?: true
  readonly quiet?: 'hour' | 'quiet'
  readonly addresses?: true
}

/** The part of a rule's form that is the same for every kind of rule. */
export interface NotificationForm {
  readonly kind: RuleKindName
  readonly draft: NotificationDraft
  readonly change: (part: Partial<NotificationDraft>) => void
  readonly faults: DraftFaults
  readonly rights: RuleKindRights | undefined
  readonly answer: Pick<PanelOutput<'rules.list'>, 'colleagues' | 'channels'>
}

const MORNING = 7
const MONDAY = 1

export const blankDraft = <C extends RuleCondition>(condition: C, language: Locale): RuleDraft<C> => ({
  name: '',
  condition,
  is_team: false,
  timing: 'daily',
  digest_hour: MORNING,
  weekday: MONDAY,
  working_days_only: false,
  quiet: null,
  muted_until: null,
  enabled: true,
  language,
  members: [],
  addresses: [],
  channels: [],
})

export function draftOfRule<C extends RuleCondition>(rule: Rule & { readonly condition: C }): RuleDraft<C> {
  const { targets, name, condition, is_team, timing, digest_hour, weekday, working_days_only, quiet, muted_until } =
    rule
  const targetsOfKind = (kind: RuleTarget['kind']) =>
    targets.filter((each) => each.kind === kind).map(({ target }) => target)
  const times = { timing, digest_hour, weekday, working_days_only, quiet, muted_until }
  const { enabled, language } = rule
  const targetLists = {
    members: targetsOfKind('member'),
    addresses: targetsOfKind('address'),
    channels: targetsOfKind('channel'),
  }
  return { name, condition, is_team, enabled, language, ...times, ...targetLists }
}

/** The request body. A personal rule notifies only its owner and the owner's channels. */
export function ruleBodyOf({ members, addresses, channels, ...draft }: RuleDraft): RuleBody {
  const targets: RuleTarget[] = [
    ...members.map((target) => ({ kind: 'member', target }) as const),
    ...(draft.is_team ? addresses.map((target) => ({ kind: 'address', target }) as const) : []),
    ...channels.map((target) => ({ kind: 'channel', target }) as const),
  ]
  return { ...draft, name: draft.name.replace(/\s+/g, ' ').trim(), targets }
}

export const recipientsOf = ({
  members,
  addresses,
  channels,
  is_team: isTeam,
}: NotificationDraft): readonly string[] => [...members, ...(isTeam ? addresses : []), ...channels]

export const hasNoRecipients = (draft: NotificationDraft): boolean =>
  draft.timing !== 'none' && recipientsOf(draft).length === 0

/** Switching to immediate notification turns off the wait for working days; the user may turn it on again. */
export const timingChange = (draft: NotificationDraft, timing: RuleBody['timing']): Partial<NotificationDraft> => ({
  timing,
  ...(timing === 'at_once' && draft.timing !== 'at_once' && { working_days_only: false }),
})

/** A loose check of an e-mail address; the panel's schema makes the final decision. */
export const isMailbox = (text: string): boolean => /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(text)

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

function quietFault(quiet: RuleBody['quiet']): Pick<DraftFaults, 'quiet'> {
  if (quiet === null) return {}
  if (!CLOCK.test(quiet.from) || !CLOCK.test(quiet.to)) return { quiet: 'hour' }
  return quiet.from === quiet.to ? { quiet: 'quiet' } : {}
}

export const findDraftFaults = ({ name, quiet, is_team: isTeam, addresses }: NotificationDraft): DraftFaults => ({
  ...(name.trim() === '' && { name: true as const }),
  ...quietFault(quiet),
  ...(isTeam && !addresses.every(isMailbox) && { addresses: true as const }),
})
