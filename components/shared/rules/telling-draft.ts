import type { PanelOutput } from '@/lib/contract/panel-table'
import type { RuleKindName } from '@/lib/contract/panel/rule-conditions'
import type { Rule, RuleBody, RuleKindRights, RuleTarget } from '@/lib/contract/panel/rules'

type Of<K extends RuleTarget['kind']> = Extract<RuleTarget, { kind: K }>['target'][]

/** When and whom a rule tells, as it stands in a form: whom by kind. */
export interface TellingDraft extends Omit<RuleBody, 'targets' | 'condition'> {
  readonly members: Of<'member'>
  readonly addresses: Of<'address'>
  readonly channels: Of<'channel'>
}

export interface TellingFaults {
  readonly quiet?: 'hour' | 'quiet'
  readonly addresses?: true
}

/** A form with these fields. */
export interface TellingForm {
  readonly kind: RuleKindName
  readonly draft: TellingDraft
  readonly change: (part: Partial<TellingDraft>) => void
  readonly faults: TellingFaults
  /** What the viewer may do with rules of the kind. */
  readonly rights: RuleKindRights | undefined
  readonly answer: Pick<PanelOutput<'rules.list'>, 'colleagues' | 'channels'>
}

export function tellingOf(rule: Omit<Rule, 'condition'>): TellingDraft {
  const { targets, name, is_team, timing, digest_hour, weekday, working_days_only, quiet, muted_until } = rule
  const of = (kind: RuleTarget['kind']) => targets.filter((each) => each.kind === kind).map(({ target }) => target)
  const times = { timing, digest_hour, weekday, working_days_only, quiet, muted_until }
  const { enabled, language } = rule
  const targeted = { members: of('member'), addresses: of('address'), channels: of('channel') }
  return { name, is_team, enabled, language, ...times, ...targeted }
}

/** What the panel is sent. An own rule tells its owner and their channels. */
export function toldBody({ members, addresses, channels, ...draft }: TellingDraft): Omit<RuleBody, 'condition'> {
  const targets: RuleTarget[] = [
    ...members.map((target) => ({ kind: 'member', target }) as const),
    ...(draft.is_team ? addresses.map((target) => ({ kind: 'address', target }) as const) : []),
    ...channels.map((target) => ({ kind: 'channel', target }) as const),
  ]
  return { ...draft, name: draft.name.replace(/\s+/g, ' ').trim(), targets }
}

/** Somebody would be told, and nobody is. */
export const tellsNobody = ({ timing, members, addresses, channels, is_team: isTeam }: TellingDraft): boolean =>
  timing !== 'none' && members.length + channels.length + (isTeam ? addresses.length : 0) === 0

/** What is to be told at once waits for no working day, unless somebody asks for that afterwards. */
export const changeOfTiming = (draft: TellingDraft, timing: RuleBody['timing']): Partial<TellingDraft> => ({
  timing,
  ...(timing === 'at_once' && draft.timing !== 'at_once' && { working_days_only: false }),
})

/** Loose: what mailboxes look like. The panel's own schema has the last word. */
export const isMailbox = (text: string): boolean => /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(text)

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

function quietFault(quiet: RuleBody['quiet']): Pick<TellingFaults, 'quiet'> {
  if (quiet === null) return {}
  if (!CLOCK.test(quiet.from) || !CLOCK.test(quiet.to)) return { quiet: 'hour' }
  return quiet.from === quiet.to ? { quiet: 'quiet' } : {}
}

export const findTellingFaults = ({ quiet, is_team: isTeam, addresses }: TellingDraft): TellingFaults => ({
  ...quietFault(quiet),
  ...(isTeam && !addresses.every(isMailbox) && { addresses: true as const }),
})
