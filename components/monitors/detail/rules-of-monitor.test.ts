import { expect, it } from 'vitest'

import type { RuleCondition } from '@/lib/features/rules/contract/conditions'

import { concernsMonitor } from './rules-of-monitor'

const company = { id: 'm1', identifier_type: 'krs', tags: ['dostawcy', 'Kraków'] }
const events = { kind: 'events', sources: ['krz'], announcements: [], tags: [], monitor_ids: [] } as const
const risk = {
  kind: 'risk',
  points: 10,
  tell_first: false,
  read_first: false,
  budget_units: 50,
  tags: [],
  monitor_ids: [],
} as const
const withTags = (condition: object, ...tags: string[]) => ({ ...condition, tags }) as unknown as RuleCondition
const withMonitors = (condition: object, ...monitors: string[]) =>
  ({ ...condition, monitor_ids: monitors }) as unknown as RuleCondition

it.each([
  ['all events', withTags(events), true],
  ['events of its tags', withTags(events, 'dostawcy', 'Kraków'), true],
  ['events of another tag as well', withTags(events, 'dostawcy', 'inne'), false],
  ['events of it alone', withMonitors(events, 'm2', 'm1'), true],
  ['events of others', withMonitors(events, 'm2'), false],
  ['claim deadlines', { kind: 'claim_deadline', days: 7, tags: [] }, true],
  ['risk of all companies', withTags(risk), true],
  ['risk of others', withMonitors(risk, 'm2'), false],
  ['tenders', { kind: 'tender_deadline', days: 7 }, false],
] as const)('%s', (_name, condition, concerned) => {
  expect(concernsMonitor(condition as RuleCondition, company)).toBe(concerned)
})

it('no risk of a person or of a filter', () => {
  expect(concernsMonitor(withTags(risk), { ...company, identifier_type: 'pesel' })).toBe(false)
  expect(concernsMonitor(withTags(risk), { ...company, identifier_type: null })).toBe(false)
  expect(concernsMonitor(withTags(events), { id: 'm1' })).toBe(true)
})
