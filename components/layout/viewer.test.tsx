import { expect, it } from 'vitest'

import { rendered } from '@/lib/testing/pages/rendered'
import en from '@/messages/en/layout.json'
import pl from '@/messages/pl/layout.json'

import { usePermission } from './viewer'

function Permission() {
  const { allowed, reason } = usePermission('reports.create')
  return <p>{allowed ? 'allowed' : reason}</p>
}

const permitted = ['reports.create'] as const

it.each([
  [{ permitted }, 'pl', 'allowed'],
  [{ permitted: [] }, 'pl', 'Niedostępne dla roli „Właściciel”.'],
  [
    { permitted, spendingForbidden: permitted },
    'pl',
    'Wydawanie jednostek jest niedostępne dla roli „Właściciel”; o zmianę poproś właściciela konta.',
  ],
  [
    { permitted, spendingForbidden: permitted },
    'en',
    'The role “Owner” cannot spend units; ask the account owner to change that.',
  ],
] as const)('a permission for %j in %s shows: %s', (viewerProps, locale, expectedText) => {
  const html = rendered(<Permission />, { messages: { layout: locale === 'pl' ? pl : en }, locale, ...viewerProps })
  expect(html).toContain(`<p>${expectedText}</p>`)
})
