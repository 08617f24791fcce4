import type { Metadata } from 'next'

import { PageHeader } from '@/components/layout/page-header'
import { ApiReference } from '@/components/reference/api-reference'
import { readReference } from '@/components/reference/description'
import { tagTitles } from '@/components/reference/tag-titles'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageAwake } from '@/lib/client/page-awake'
import { listConsoleOperations } from '@/lib/contract/console/console-operations'
import { readApiDescription } from '@/lib/server/api-description'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('reference')
  return { title: t('title') }
}

export default async function ReferencePage() {
  await requireSession()
  const [t, messages, description] = await Promise.all([
    getTranslator('reference'),
    getMessages(['reference', 'console', 'register-names']),
    readApiDescription(),
  ])
  const reference = readReference(description)
  const consoleNames = Object.fromEntries(
    listConsoleOperations().map(({ method, path, name }) => [`${method} ${path}`, name]),
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={
          reference &&
          t('subtitle', { version: reference.version, server: reference.server, count: reference.operations.length })
        }
      />
      {reference ? (
        <ApiReference
          reference={reference}
          consoleNames={consoleNames}
          texts={messages.reference.operation}
          titles={tagTitles(messages)}
        />
      ) : (
        <Card>
          <EmptyState title={t('missing')}>{t('missingHint')}</EmptyState>
        </Card>
      )}
      <PageAwake />
    </>
  )
}
