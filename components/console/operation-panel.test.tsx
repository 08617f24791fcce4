import { describe, expect, it } from 'vitest'

import { listConsoleOperations } from '@/lib/contract/console/console-operations'
import { type FormField, requestFormOf } from '@/lib/contract/console/request-form'
import type { Locale } from '@/lib/domain/format/locales'
import type { Messages } from '@/lib/domain/format/messages'
import { rendered } from '@/lib/testing/pages/rendered'
import enCommon from '@/messages/en/common.json'
import enConsole from '@/messages/en/console.json'
import enLayout from '@/messages/en/layout.json'
import enPrice from '@/messages/en/price.json'
import enNames from '@/messages/en/register-names.json'
import plCommon from '@/messages/pl/common.json'
import plConsole from '@/messages/pl/console.json'
import plLayout from '@/messages/pl/layout.json'
import plPrice from '@/messages/pl/price.json'
import plNames from '@/messages/pl/register-names.json'

import { OperationPanel } from './operation-panel'

const operations = listConsoleOperations()
const catalogues: Readonly<Record<Locale, Partial<Messages>>> = {
  pl: { common: plCommon, console: plConsole, layout: plLayout, price: plPrice, 'register-names': plNames },
  en: { common: enCommon, console: enConsole, layout: enLayout, price: enPrice, 'register-names': enNames },
}

const renderPanel = (name: string, locale: Locale, more: { denied?: boolean; unpaid?: boolean } = {}) => {
  const operation = operations.find((each) => each.name === name)
  if (operation === undefined) throw new Error(`no ${name}`)
  return rendered(
    <OperationPanel
      operation={operation}
      form={requestFormOf(operation.name)}
      example={undefined}
      server="https://api.example"
      saved={{}}
      onSave={() => undefined}
    />,
    {
      messages: catalogues[locale],
      locale,
      permitted: more.denied === true ? [] : [operation.name],
      spendingForbidden: more.unpaid === true ? [operation.name] : [],
    },
  )
}

const namesIn = (fields: readonly FormField[]): string[] =>
  fields.flatMap(({ name, kind, fields: inner = [], isRequired }) => {
    // The field of a day is drawn by the browser.
    if (kind === 'day') return []
    // An optional list has no items at first.
    return kind === 'groups' && !isRequired ? [name] : [name, ...namesIn(inner)]
  })

describe.each(operations.map(({ name }) => name))('console form of %s', (name) => {
  it.each(['pl', 'en'] as const)('has every field, with all texts in %s', (locale) => {
    const html = renderPanel(name, locale)
    const form = requestFormOf(name)
    for (const field of [...namesIn(form.params), ...namesIn(form.query), ...namesIn(form.body)])
      expect(html).toContain(`<code class="font-mono">${field}</code>`)
    // A missing message is rendered as its key.
    expect(html).not.toMatch(/console\.|price\./)
  })
})

it('shows the price, missing permissions and the change to the account', () => {
  expect(renderPanel('record.get', 'pl')).toContain('1 zapytanie')
  expect(renderPanel('stream.announcements', 'pl')).toMatch(/do 1(\s|&nbsp;)?000 zapytań/)
  expect(renderPanel('search.list', 'pl')).toContain('bezpłatnie')
  expect(renderPanel('rdf.archive', 'pl')).toContain('od 5 do 10 jednostek RDF za każde sprawozdanie')
  expect(renderPanel('rdf.archive', 'pl')).toContain('Tylko w planie Enterprise')
  expect(renderPanel('reports.create', 'pl')).toContain('z miesięcznej liczby raportów w planie')
  expect(renderPanel('record.get', 'pl', { denied: true })).toContain('Niedostępne dla roli „Właściciel”.')
  expect(renderPanel('record.get', 'pl', { unpaid: true })).toContain('Wydawanie jednostek jest niedostępne')
  expect(renderPanel('monitors.create', 'pl')).toContain('Zmieni konto „Acme”: doda 1 monitor.')
  expect(renderPanel('filters.delete', 'pl')).toContain('Aby potwierdzić, wpisz identyfikator')
})
