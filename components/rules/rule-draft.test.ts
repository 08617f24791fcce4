import { describe, expect, it } from 'vitest'

import { timingChange, findDraftFaults, ruleBodyOf, type RuleDraft } from '@/components/shared/rules/rule-draft'

import { kindChange, conditions, findConditionFaults, isCountable, newDraft } from './rule-draft'
import { ruleTemplates } from './templates'

const findRuleFaults = (of: RuleDraft) => ({ ...findDraftFaults(of), ...findConditionFaults(of) })
const draft = newDraft({ userId: 'ja', language: 'pl' }, { name: ' Rano ' })

describe('a rule in the form', () => {
  it('tells its owner, and other addresses only as the team’s', () => {
    const given = { ...draft, addresses: ['a@b.test'] }
    expect(ruleBodyOf(given)).toMatchObject({ name: 'Rano', targets: [{ kind: 'member', target: 'ja' }] })
    expect(ruleBodyOf({ ...given, is_team: true }).targets).toContainEqual({ kind: 'address', target: 'a@b.test' })
  })

  it('begins with the defaults of its kind, until the user changes schedule or owner', () => {
    const money = { ...draft, ...kindChange(draft, 'spend') }
    expect(money).toMatchObject({ timing: 'at_once', working_days_only: false, is_team: true })
    const risk = { ...money, ...kindChange(money, 'risk') }
    expect(risk).toMatchObject({ timing: 'daily', working_days_only: true, is_team: false, condition: conditions.risk })
    const chosen = { ...money, timing: 'weekly' } as const
    expect(kindChange(chosen, 'risk')).toEqual({ condition: conditions.risk })
  })

  it('with immediate notification does not wait for working days, from a template or by hand, unless the user turns it on', () => {
    for (const { draft: of } of ruleTemplates) {
      if ('timing' in of && of.timing === 'at_once') expect(of).toMatchObject({ working_days_only: false })
    }
    const now = { ...draft, ...timingChange(draft, 'at_once') }
    expect(now).toMatchObject({ timing: 'at_once', working_days_only: false })
    const asked = { ...now, working_days_only: true }
    expect({ ...asked, ...timingChange(asked, 'at_once') }).toMatchObject({ working_days_only: true })
    expect(timingChange(draft, 'weekly')).toEqual({ timing: 'weekly' })
  })

  it('is faulted before it is sent', () => {
    expect(findRuleFaults(draft)).toEqual({})
    expect(findRuleFaults({ ...draft, name: ' ' })).toEqual({ name: true })
    expect(findRuleFaults({ ...draft, quiet: { from: '22:00', to: '' } })).toEqual({ quiet: 'hour' })
    expect(findRuleFaults({ ...draft, quiet: { from: '22:00', to: '22:00' } })).toEqual({ quiet: 'quiet' })
    expect(findRuleFaults({ ...draft, is_team: true, addresses: ['x'] })).toEqual({ addresses: true })
    const claims = { ...draft, condition: { ...conditions.claim_deadline, days: 31 } }
    expect(findRuleFaults(claims)).toEqual({ number: { min: 1, max: 30 } })
    expect(isCountable(findRuleFaults(claims))).toBe(false)
    const risk = { ...draft, condition: { ...conditions.risk, budget_units: Number.NaN } }
    expect(findRuleFaults(risk)).toEqual({ number: { min: 1, max: 100_000, field: 'budget_units' } })
    const points = { ...draft, condition: { ...conditions.risk, points: 101 } }
    expect(findRuleFaults(points)).toEqual({ number: { min: 1, max: 100, field: 'points' } })
  })
})
