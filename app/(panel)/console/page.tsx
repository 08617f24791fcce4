import { pageTitle, panelPage } from '@/app/panel-page'
import { Console } from '@/components/console/console'
import { isConsoleName, listConsoleOperations } from '@/lib/contract/console/console-operations'
import { requestFormOf } from '@/lib/contract/console/request-form'
import { exampleInputs, publicServiceAddress } from '@/lib/server/console'

/** Free of charge, available to every role, and the usual first call. */
const FIRST_OPERATION = 'search.list'

export const generateMetadata = pageTitle('console')

export default panelPage(['console', 'price', 'pools', 'report-downloads'], async ({ query }) => {
  const requested = query.get('operation') ?? undefined
  const name = isConsoleName(requested) ? requested : FIRST_OPERATION
  const operations = listConsoleOperations()
  const chosen = operations.find((each) => each.name === name)
  if (chosen === undefined) throw new Error(`${name} is not an operation of the console`)
  return {
    queries: [
      ['usage.summary', {}],
      ['usage.api', {}],
    ],
    body: (
      <Console
        operations={operations}
        chosen={chosen}
        form={requestFormOf(name)}
        example={exampleInputs(name)}
        server={await publicServiceAddress()}
        unknown={requested === undefined || requested === name ? undefined : requested.slice(0, 100)}
      />
    ),
  }
})
