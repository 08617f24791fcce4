import type { Metadata } from 'next'

import { Console } from '@/components/console/console'
import { Intl } from '@/components/layout/intl'
import { isConsoleName, listConsoleOperations } from '@/lib/contract/console/console-operations'
import { requestFormOf } from '@/lib/contract/console/request-form'
import { requireSession } from '@/lib/server/auth'
import { exampleInputs, publicServiceAddress } from '@/lib/server/console'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** Free of charge, for every role, and what most begin with. */
const FIRST = 'search.list'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('console')
  return { title: t('title') }
}

interface ConsolePageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function ConsolePage({ searchParams }: ConsolePageProps) {
  const session = await requireSession()
  const asked = [(await searchParams)['operation'] ?? []].flat()[0]
  const name = isConsoleName(asked) ? asked : FIRST
  const operations = listConsoleOperations()
  const chosen = operations.find((each) => each.name === name)
  if (chosen === undefined) throw new Error(`${name} is no operation of the console`)
  const [messages, state, server] = await Promise.all([
    getMessages(['console', 'price', 'pools', 'report-downloads']),
    prefetchQueries(session, [
      ['usage.summary', {}],
      ['usage.api', {}],
    ]),
    publicServiceAddress(),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Console
          operations={operations}
          chosen={chosen}
          form={requestFormOf(name)}
          example={exampleInputs(name)}
          server={server}
          unknown={asked === undefined || asked === name ? undefined : asked.slice(0, 100)}
        />
      </Hydrated>
    </Intl>
  )
}
