import { describe, expect, it } from 'vitest'

import { timingChange, findDraftFaults, ruleBodyOf, type RuleDraft } from '@/components/shared/rules/rule-draft'

import { kindChange, conditions, findConditionFaults, isCountable, newDraft } from './rule-draft'
import { ruleTemplates } from './templates'

const findRuleFaults = (ruleDraft: RuleDraft) => ({ ...findDraftFaults(ruleDraft), ...findConditionFaults(ruleDraft) })
const draft = newDraft({ userId: 'ja', language: 'pl' }, { name: ' Rano ' })

describe('a rule in the form', () => {
  it('targets its owner, and other addresses only as a team rule', () => {
    const draftWithAddress = { ...draft, addresses: ['a@b.test'] }
    expect(ruleBodyOf(draftWithAddress)).toMatchObject({ name: 'Rano', targets: [{ kind: 'member', target: 'ja' }] })
    expect(ruleBodyOf({ ...draftWithAddress, is_team: true }).targets).toContainEqual({
      kind: 'address',
      target: 'a@b.test',
    })
  })

  it('starts with the defaults of its kind until the user changes schedule or owner', () => {
    const money = { ...draft, ...kindChange(draft, 'spend') }
    expect(money).toMatchObject({ timing: 'at_once', working_days_only: false, is_team: true })
    const risk = { ...money, ...kindChange(money, 'risk') }
    expect(risk).toMatchObject({ timing: 'daily', working_days_only: true, is_team: false, condition: conditions.risk })
    const chosen = { ...money, timing: 'weekly' } as const
    expect(kindChange(chosen, 'risk')).toEqual({ condition: conditions.risk })
  })

  it('does not wait for working days if it notifies immediately, from a template or by hand, unless the user enables it', () => {
    for (const { draft: templateDraft } of ruleTemplates) {
      if ('timing' in templateDraft && templateDraft.timing === 'at_once')
        expect(templateDraft).toMatchObject({ working_days_only: false })
    }
    const now = { ...draft, ...timingChange(draft, 'at_once') }
    expect(now).toMatchObject({ timing: 'at_once', working_days_only: false })
    const workingDaysDraft = { ...now, working_days_only: true }
    expect({ ...workingDaysDraft, ...timingChange(workingDaysDraft, 'at_once') }).toMatchObject({
      working_days_only: true,
    })
    expect(timingChange(draft, 'weekly')).toEqual({ timing: 'weekly' })
  })

  it('is validated before it is sent', () => {
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
