import { bzpFilterLists } from '@/lib/contract/bzp'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import { listRuleChannels, mayUseChannel } from './channels'
import { type RuleCondition, rolesOfRule } from './contract/conditions'
import type { RuleBody, RuleTarget } from './contract/rules'
import { invalidRule } from './invalid-rule'
import { mayOwnKind, mayWriteKind } from './rule-view'
import { listReaders, mayBeNotified } from './statements/rules'

const hidesPerson = (text: string): boolean => isMaskedText(text) || maskPesels(text) !== text

/** Throws 422 for a text that contains a PESEL: answers mask it, so the next save would store the mask instead. */
export function requireNoPeselsInRule({ name, condition }: Pick<RuleBody, 'name' | 'condition'>): void {
  const msg = 'A PESEL has no place in a rule'
  if (hidesPerson(name)) throw invalidRule(['name'], 'personal_number', msg)
  for (const [path, texts] of textsOf(condition)) {
    const index = texts.findIndex(hidesPerson)
    if (index !== -1) throw invalidRule(['condition', ...path, index], 'personal_number', msg)
  }
}

/** The free texts of a condition, each with its path. */
function textsOf(condition: RuleCondition): readonly (readonly [readonly string[], readonly string[]])[] {
  if (condition.kind === 'tender') return bzpFilterLists.map((list) => [['filter', list], condition.filter[list]])
  return 'tags' in condition ? [[['tags'], condition.tags]] : []
}

/** Throws unless the role may have rules of the kind, or, for team rules, may change them. */
export function requireWriter(
  { is_team: isTeam, condition }: Pick<RuleBody, 'is_team' | 'condition'>,
  { user }: PanelContext,
): void {
  if (isTeam ? mayWriteKind(condition, user.role) : mayOwnKind(condition, user.role)) return
  const { own, write } = rolesOfRule[condition.kind]
  throw new HttpError('role_required', 'Your role may not save such a rule', {
    extra: { roles: isTeam ? write : own },
  })
}

type TargetCheckInput = {
  readonly body: RuleBody
  readonly saved: readonly Pick<RuleTarget, 'kind' | 'target'>[]
}

/**
 * Throws for targets that may not see the notifications, for targets other than the owner in a user's rule, and for
 * outside addresses unless the role may add them.
 */
export async function requireTargets(db: Db, { body, saved }: TargetCheckInput, context: PanelContext): Promise<void> {
  const { account, user } = context
  const roles = rolesOfRule[body.condition.kind]
  const readers = (await listReaders(db, account.id)).filter((each) => mayBeNotified(each, roles.read))
  const owner = body.is_team ? TEAM_OWNER : user.id
  const channels = new Map((await listRuleChannels(db, account.id)).map((channel) => [channel.id, channel]))
  const isKnown = ({ kind, target }: RuleTarget) => saved.some((each) => each.kind === kind && each.target === target)
  // A deleted channel may stay in the rule; a channel of another owner may not.
  const isUsable = (target: string): boolean => {
    const channel = channels.get(target)
    return channel ? mayUseChannel(owner, channel) : isKnown({ kind: 'channel', target })
  }
  const faults: { readonly [K in RuleTarget['kind']]: (target: string) => TargetFault | undefined } = {
    member: (target) =>
      isKnown({ kind: 'member', target }) || readers.some(({ user_id: id }) => id === target)
        ? undefined
        : 'not_a_reader',
    address: (target) =>
      isKnown({ kind: 'address', target }) || roles.address.includes(user.role) ? undefined : 'address_role',
    channel: (target) => (isUsable(target) ? undefined : 'no_channel'),
  }
  for (const [index, each] of body.targets.entries()) {
    const isOthers = each.kind === 'address' || (each.kind === 'member' && each.target !== user.id)
    const fault = !body.is_team && isOthers ? 'own_rule' : faults[each.kind](each.target)
    if (fault !== undefined) throw invalidRule(['targets', index], fault, reasons[fault])
  }
}

const reasons = {
  own_rule: 'A personal rule notifies only its owner',
  not_a_reader: 'This person is not a member who may see it',
  address_role: 'Your role may not add an address to such a rule',
  no_channel: 'There is no such channel',
} as const
type TargetFault = keyof typeof reasons
