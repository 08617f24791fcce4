import { expect, it, vi } from 'vitest'

import { rendered } from '@/lib/testing/pages/rendered'
import layout from '@/messages/pl/layout.json'
import add from '@/messages/pl/monitors-add.json'
import overview from '@/messages/pl/overview.json'

import { Welcome } from './welcome'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

const none = { is_shown: true, has_companies: false, has_rules: false, has_check: false }
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const messages = { overview, layout, 'monitors-add': add }

it('ticks the steps that are done, and offers the others', () => {
  const html = rendered(<Welcome steps={{ ...none, has_rules: true }} server="https://api.test" />, {
    messages,
    permitted: ['monitors.bulkCreate', 'events.list', 'whiteListRuns.create', 'firstSteps.dismiss', 'search.list'],
  })
  const words = textOf(html)
  expect(words.match(/do zrobienia/g)).toHaveLength(2)
  expect(words.match(/zrobione/g)).toHaveLength(1)
  expect(html).toContain('<textarea')
  expect(words).not.toContain('Wybierz regułę')
  expect(html).toContain('href="/white-list"')
  expect(words).toContain('Ukryj dla całego konta')
  expect(words).toContain('curl &#x27;https://api.test/v1/usage/summary&#x27;')
})

it('tells a role that may take no step who takes it', () => {
  const html = rendered(<Welcome steps={none} server="https://api.test" />, { messages, permitted: [] })
  const words = textOf(html)
  expect(words).toContain('Robią to: Właściciel, Compliance.')
  expect(words).not.toContain('Ukryj dla całego konta')
  expect(html).not.toContain('href="/white-list"')
  expect(html).not.toContain('<textarea')
})
